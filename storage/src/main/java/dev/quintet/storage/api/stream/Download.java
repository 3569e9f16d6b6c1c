package dev.quintet.storage.api.stream;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.storage.pipeline.traffic.StreamJob;
import dev.quintet.storage.pipeline.traffic.StreamPool;
import io.netty.buffer.Unpooled;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.jboss.logging.Logger;

/**
 * One answer being sent. At most {@value #WINDOW} pieces are fetched and not yet taken by the client; when the window is full
 * the worker goes, and the {@link StreamPool} continues once half of it has been taken. A client that takes nothing is cut
 * off by the connection's write timeout, and a failure past the head cuts the connection: a short body is the only honest
 * signal left.
 */
public final class Download implements StreamJob {
    /** Pieces of 64 KiB: enough to keep a fast connection busy while the next ones are fetched. */
    static final int WINDOW = 4;

    private static final int RESUME_AT = WINDOW / 2;
    private static final Logger LOG = Logger.getLogger(Download.class);

    private final RoutingContext routing;
    private final HttpServerResponse response;
    private final Pieces pieces;
    private final StreamPool pool;
    private final LongConsumer sent;
    private final boolean entered;
    private final AtomicInteger unsent = new AtomicInteger();
    private final AtomicBoolean parked = new AtomicBoolean();
    private final AtomicBoolean over = new AtomicBoolean();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean gone;
    private boolean released; // touched by whoever holds the stream only

    private Download(RoutingContext routing, Pieces pieces, StreamPool pool, LongConsumer sent, boolean entered) {
        this.routing = routing;
        this.response = routing.response();
        this.pieces = pieces;
        this.pool = pool;
        this.sent = sent;
        this.entered = entered;
    }

    /**
     * Fetches the first piece, so that whatever is wrong with it can still be answered, then calls {@code head} and sends.
     * Takes over the pieces, also when it fails. The result completes when the last byte has been handed over or the
     * client has gone.
     */
    public static CompletableFuture<Void> begin(
            RoutingContext routing, Pieces pieces, StreamPool pool, Runnable head, LongConsumer sent) {
        boolean large = pieces.left() > WINDOW;
        if (large && !pool.enter()) {
            pieces.close();
            throw new ServiceException(CommonError.BUSY, "too many large answers are being sent");
        }
        var download = new Download(routing, pieces, pool, sent, large);
        ByteBuffer first;
        try {
            first = pieces.left() == 0 ? ByteBuffer.allocate(0) : pieces.next();
            head.run();
        } catch (Throwable e) {
            download.finish();
            pieces.close();
            throw e;
        }
        routing.addEndHandler(download::closed);
        download.send(first);
        download.pump();
        return download.ended;
    }

    @Override
    public void pump() {
        try {
            while (!gone && pieces.left() > 0) {
                if (unsent.get() < WINDOW) {
                    send(pieces.next());
                } else if (park()) {
                    return;
                }
            }
            release();
        } catch (RuntimeException e) {
            LOG.warnf("a stream broke off: %s", e.getMessage());
            abort();
        }
    }

    /** Called by whoever holds the stream: its pumping thread, or the channel that gives it up. */
    @Override
    public void abort() {
        gone = true;
        routing.request().connection().close();
        release();
        finish();
    }

    /** Whether the worker may go: then somebody else has resumed the stream or will. */
    private boolean park() {
        parked.set(true);
        // A second look, since what would have woken us may have happened before we parked.
        return (unsent.get() > RESUME_AT && !gone) || !parked.compareAndSet(true, false);
    }

    @SuppressWarnings("deprecation") // The way without a copy; its replacement comes with the next Vert.x.
    private void send(ByteBuffer piece) {
        int count = piece.remaining();
        unsent.incrementAndGet();
        // Unpooled, because Vert.x would not give a pooled buffer back.
        var buffer = Buffer.buffer(Unpooled.wrappedBuffer(piece));
        boolean last = pieces.left() == 0;
        try {
            Future<Void> written = last ? response.end(buffer) : response.write(buffer);
            written.onComplete(result -> taken(count, last, result));
        } catch (IllegalStateException _) {
            gone = true; // The connection went between our look and the write.
            finish();
        }
    }

    private void taken(int count, boolean last, AsyncResult<Void> result) {
        if (result.failed()) {
            gone = true;
        } else {
            sent.accept(count);
        }
        if (unsent.decrementAndGet() <= RESUME_AT || gone) {
            wake();
        }
        if (last || gone) {
            finish();
        }
    }

    /** The answer has ended, or its connection has. */
    private void closed(AsyncResult<Void> result) {
        if (result.failed()) {
            gone = true;
            // In this order: leaving may close the channel, and the stream must get through it to be released.
            wake();
            finish();
        }
    }

    private void wake() {
        if (parked.compareAndSet(true, false)) {
            pool.resume(this);
        }
    }

    private void finish() {
        if (over.compareAndSet(false, true)) {
            if (entered) {
                pool.leave();
            }
            ended.complete(null);
        }
    }

    private void release() {
        if (!released) {
            released = true;
            pieces.close();
        }
    }
}
