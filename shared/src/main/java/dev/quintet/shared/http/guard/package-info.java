/**
 * The layer below Vert.x: what a connection may do before there is a request to answer, and what it may not do while
 * there is one. Two Netty handlers per connection, installed through Netty's own extension point.
 *
 * <pre>
 * socket → {@link dev.quintet.shared.http.guard.ConnectionGuard} (bytes, time) → HTTP codec
 *        → {@link dev.quintet.shared.http.guard.RequestGuard} (heads, body sizes, answers) → Vert.x
 * </pre>
 */
@NullMarked
package dev.quintet.shared.http.guard;

import org.jspecify.annotations.NullMarked;
