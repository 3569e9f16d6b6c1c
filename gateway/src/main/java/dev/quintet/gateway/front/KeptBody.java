package dev.quintet.gateway.front;

import io.netty.handler.codec.http.HttpContent;
import java.util.ArrayDeque;

/**
 * The beginning of a request's body: what came before there was a connection, and, for a request that may be sent again,
 * what was already sent, up to {@value #REPLAY_MAX_BYTES} bytes. Past that it cannot be repeated.
 */
final class KeptBody {
    static final int REPLAY_MAX_BYTES = 64 * 1024;

    private final ArrayDeque<HttpContent> pieces = new ArrayDeque<>();
    private boolean repeatable;
    private long bytes;

    KeptBody(boolean repeatable) {
        this.repeatable = repeatable;
    }

    /** Takes over {@code piece}; answers whether it is still kept once it was sent. */
    void add(HttpContent piece) {
        bytes += piece.content().readableBytes();
        repeatable &= bytes <= REPLAY_MAX_BYTES;
        pieces.add(piece);
    }

    boolean repeatable() {
        return repeatable;
    }

    Iterable<HttpContent> pieces() {
        return pieces;
    }

    /** What was handed out need not be kept, unless it may have to be repeated. */
    void sent() {
        if (!repeatable) {
            release();
        }
    }

    void release() {
        pieces.forEach(HttpContent::release);
        pieces.clear();
    }
}
