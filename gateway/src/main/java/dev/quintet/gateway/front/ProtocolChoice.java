package dev.quintet.gateway.front;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import java.util.List;
import java.util.function.Consumer;

/** Tells HTTP/2 with prior knowledge from HTTP/1.1 by the first bytes of a connection, and steps aside. */
final class ProtocolChoice extends ByteToMessageDecoder {
    private final ByteBuf preface = Http2CodecUtil.connectionPrefaceBuf();
    private final Consumer<Boolean> chosen;

    /** @param chosen builds the rest of the pipeline; true for HTTP/2 */
    ProtocolChoice(Consumer<Boolean> chosen) {
        this.chosen = chosen;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        int seen = Math.min(in.readableBytes(), preface.readableBytes());
        boolean same = true;
        for (int i = 0; i < seen && same; i++) {
            same = in.getByte(in.readerIndex() + i) == preface.getByte(i);
        }
        if (!same || seen == preface.readableBytes()) {
            chosen.accept(same);
            context.pipeline().remove(this); // Hands on what it has collected.
        }
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext context) {
        preface.release();
    }
}
