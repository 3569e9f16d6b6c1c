package dev.quintet.gateway.front;

import dev.quintet.gateway.upstream.UpstreamConnection;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A request on its way to an upstream: its head with the headers of this hop, then its body at the upstream's pace. */
final class OutboundRequest {
    private final FrontParts parts;
    private final Client client;
    private final HttpRequest request;
    private final String corrId;
    private final boolean bodyless;
    private final KeptBody kept;
    private boolean owned;
    private boolean ready;

    OutboundRequest(FrontParts parts, Client client, HttpRequest request, String corrId) {
        this.parts = parts;
        this.client = client;
        this.request = request;
        this.corrId = corrId;
        this.bodyless = !hasBody(request);
        this.kept = new KeptBody(Repeats.allowed(request));
    }

    static boolean hasBody(HttpRequest request) {
        return HttpUtil.isTransferEncodingChunked(request) || HttpUtil.getContentLength(request, 0L) > 0;
    }

    /** Whether it asks for something that has an owner. */
    void toStorage(boolean asks) {
        owned = asks;
    }

    /** Sends the head, and whatever of the body has come so far. */
    void start(UpstreamConnection made, long leftNanos) {
        if (!ready) {
            ready = true;
            prepare();
        }
        ForwardHeaders.deadline(request.headers(), Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNanos)));
        made.write(bodyless ? Pieces.whole(request) : Pieces.head(request), bodyless);
        for (HttpContent piece : kept.pieces()) {
            send(made, piece);
        }
        kept.sent();
        made.flush();
        if (made.isWritable()) {
            client.reading(true);
        }
    }

    /** Sends a piece of the body, or keeps it while there is no connection and lets the client wait. */
    void pass(HttpContent piece, @Nullable UpstreamConnection connection) {
        if (bodyless) {
            piece.release();
            return;
        }
        kept.add(piece);
        if (connection == null) {
            client.reading(false);
        } else {
            send(connection, piece);
            kept.sent();
        }
    }

    /** Whether it could be sent again as a whole. */
    boolean repeatable() {
        return kept.repeatable();
    }

    void release() {
        kept.release();
    }

    private void prepare() {
        if (HttpUtil.is100ContinueExpected(request)) {
            client.write(Pieces.goOn());
            client.flush();
        }
        ForwardHeaders.request(request.headers(), client.origin(), corrId, client.http2());
        if (owned) {
            ForwardHeaders.askForOwner(request.headers(), parts.ownerToken().get());
        }
    }

    private void send(UpstreamConnection connection, HttpContent piece) {
        boolean last = piece instanceof LastHttpContent;
        connection.write(last ? Pieces.last(piece) : piece.retainedDuplicate(), last);
        if (!connection.isWritable()) {
            client.reading(false);
        }
    }
}
