package dev.quintet.gateway.front;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;

/** Messages and parts of them as they go on the wire. */
final class Pieces {
    /** A refused body up to this size is read and thrown away, so that the connection lives on; past it, it closes. */
    static final int SKIPPED_MAX_BYTES = 64 * 1024;

    private Pieces() {}

    /** A request without a body, in one piece. */
    static HttpRequest whole(HttpRequest request) {
        return new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1,
                request.method(),
                request.uri(),
                Unpooled.EMPTY_BUFFER,
                request.headers(),
                EmptyHttpHeaders.INSTANCE);
    }

    static HttpRequest head(HttpRequest request) {
        return new DefaultHttpRequest(HttpVersion.HTTP_1_1, request.method(), request.uri(), request.headers());
    }

    /** Trailers of requests stay here: whoever is behind would have to trust them like headers. */
    static HttpContent last(HttpContent piece) {
        return new DefaultLastHttpContent(piece.content().retainedDuplicate());
    }

    static HttpResponse goOn() {
        return new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER);
    }

    /** Makes sure that the client can tell where the answer ends; false when only closing the connection can say so. */
    static boolean delimit(HttpResponse answer, boolean toHead, boolean old) {
        var headers = answer.headers();
        int status = answer.status().code();
        answer.setProtocolVersion(HttpVersion.HTTP_1_1);
        boolean chunked = HttpUtil.isTransferEncodingChunked(answer);
        if (toHead || status == 204 || status == 304) {
            return true;
        }
        if (old && chunked) {
            headers.remove(HttpHeaderNames.TRANSFER_ENCODING);
            return false;
        }
        if (!chunked && !headers.contains(HttpHeaderNames.CONTENT_LENGTH)) {
            if (old) {
                return false;
            }
            headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        return true;
    }

    static boolean isEventStream(HttpResponse answer) {
        String type = answer.headers().get(HttpHeaderNames.CONTENT_TYPE);
        return type != null && type.startsWith("text/event-stream");
    }

    /** Whether what is left of a refused request's body is worth reading for the sake of the connection. */
    static boolean skippable(HttpRequest request, boolean received) {
        return received
                || (!HttpUtil.isTransferEncodingChunked(request)
                        && HttpUtil.getContentLength(request, 0L) <= SKIPPED_MAX_BYTES
                        && !HttpUtil.is100ContinueExpected(request));
    }
}
