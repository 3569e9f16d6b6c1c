/**
 * The public port, on Netty's own event loops. In order of travel: {@code FrontPipeline} chooses HTTP/1.1 or HTTP/2 for a
 * connection, {@code StrictDecoder} and {@code RequestRules} refuse bad framing, {@code FrontHandler} turns what arrives into
 * one {@code Exchange} after the other, and that asks for admission, borrows an upstream connection and passes both
 * directions through, piece by piece, on the thread it began on.
 */
@NullMarked
package dev.quintet.gateway.front;

import org.jspecify.annotations.NullMarked;
