package dev.quintet.gateway.upstream;

import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;

/** Who asked an upstream: hears of the connection, then of the answer piece by piece. All calls come on its event loop. */
public interface Answer {

    /** The connection is its own until the answer ends. */
    void connected(UpstreamConnection connection);

    /** Never informational. */
    void head(HttpResponse response);

    /** Owns {@code piece}; the answer ends with a {@code LastHttpContent}, and the connection is no longer its own then. */
    void body(HttpContent piece);

    /** Nothing more has arrived for now: time to flush. */
    void paused();

    /** The request's body may go on. */
    void writable();

    /** The connection is gone; nothing follows. */
    void failed(Failure failure);
}
