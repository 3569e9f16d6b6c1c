/**
 * The rules by which the gateway admits, orders and forwards: plain Java without clock, sockets or configuration, so that
 * every rule runs in a test by hand. {@code route} says where a request goes, {@code tenant} whose it is and how fast it
 * may come, {@code drr} when its turn is, {@code upstream} how much a service behind can take and whether it is well,
 * {@code usage} what is counted for the rewards.
 *
 * <p>All but {@code route} is confined to one thread, the event loop that owns it: no locks, and no allocation once a
 * tenant is known. Times are {@link java.lang.System#nanoTime} values handed in by the caller.
 */
@NullMarked
package dev.quintet.gateway.domain;

import org.jspecify.annotations.NullMarked;
