package dev.quintet.gateway.front;

import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;

/** Writes HTTP/1 answers; the one to a HEAD request has a length and no body. */
final class AnswerEncoder extends HttpResponseEncoder {
    private boolean head;

    /** For the answer that comes next. */
    void answering(boolean toHead) {
        head = toHead;
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpResponse response) {
        return head || super.isContentAlwaysEmpty(response);
    }
}
