package dev.quintet.gateway.front;

import dev.quintet.gateway.front.ForwardHeaders.Origin;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpResponse;

/** The caller of one exchange: an HTTP/1.1 connection or an HTTP/2 stream. All calls on its event loop. */
interface Client {
    EventLoop loop();

    Origin origin();

    /** Names its address at the desk. */
    long key();

    boolean http2();

    /**
     * Begins an answer.
     *
     * @param close whether the connection ends with it
     */
    void head(HttpResponse answer, boolean toHead, boolean close);

    void write(Object piece);

    void flush();

    boolean isWritable();

    /** Stops or resumes taking the request: the upstream's pace becomes the client's. */
    void reading(boolean on);

    /** Nothing fit to be said: the connection or stream is cut, so that nobody takes a part for the whole. */
    void abort();

    /** The exchange is over; the answer, if there was one, is written. */
    void over(boolean requestEnded, boolean close);
}
