package dev.quintet.gateway.front;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;

/** Reads HTTP/1 requests and takes nothing that two servers could read differently. */
final class StrictDecoder extends HttpRequestDecoder {
    static final int LINE_MAX = 8192;

    StrictDecoder(int headerMax) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(LINE_MAX)
                .setMaxHeaderSize(headerMax)
                .setMaxChunkSize(64 * 1024)
                .setAllowDuplicateContentLengths(false)
                .setStrictLineParsing(true));
    }

    /** Netty would drop the length and go on, as RFC 9112 allows; a front door has no reason to. */
    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        throw new IllegalArgumentException("both Content-Length and Transfer-Encoding");
    }
}
