/**
 * Connections to the services behind: one pool per event loop and address, so that a request never changes threads. Nothing
 * here decides; {@code pipeline} says which address is asked and {@code front} what becomes of its answer.
 */
@NullMarked
package dev.quintet.gateway.upstream;

import org.jspecify.annotations.NullMarked;
