package dev.quintet.storage.api.stream;

import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request as a stream for a worker. At most {@value #WINDOW} buffers of the connection are received and not
 * yet read; past that the connection is not read, and the client waits. A body that ends before its announced length fails
 * with an {@link IOException}, never with an end.
 *
 * <p>The first window is received before a worker is needed ({@link #arrived()}), so that the body of a slow client does not
 * occupy one.
 */
public final class BodyInput extends InputStream {
    /** Of 8 KiB each, as Vert.x cuts them: room for a small object without any worker. */
    static final int WINDOW = 16;

    private static final Object END = new Object();

    private final HttpServerRequest request;
    private final Deadline deadline;
    // Two more than are asked for, so that the end and a failure always fit.
    private final ArrayBlockingQueue<Object> events = new ArrayBlockingQueue<>(WINDOW + 2);
    private final CompletableFuture<Void> arrived = new CompletableFuture<>();
    private int buffers; // received; touched by the event loop only
    private volatile boolean abandoned;

    private @Nullable Buffer current;
    private int position;
    private int owed; // read and not yet asked for again
    private boolean ended;

    private BodyInput(HttpServerRequest request, Deadline deadline) {
        this.request = request;
        this.deadline = deadline;
    }

    /** Begins to receive; on the event loop, before anything else has read the body. */
    public static BodyInput of(HttpServerRequest request, Deadline deadline) {
        var body = new BodyInput(request, deadline);
        if (request.isEnded()) {
            body.end(END);
            return body;
        }
        request.pause();
        request.exceptionHandler(body::end);
        request.endHandler(_ -> body.end(END));
        request.handler(body::buffer);
        request.fetch(WINDOW);
        return body;
    }

    /** This, once the body or its first window is there. */
    public Uni<BodyInput> arrived() {
        return Uni.createFrom().completionStage(arrived).replaceWith(this);
    }

    /** Lets the rest pass unread, so that the connection can be used again; the body cap bounds it. Any thread. */
    public void abandon() {
        abandoned = true;
        if (!request.isEnded()) {
            request.resume();
        }
    }

    @Override
    public int read() throws IOException {
        byte[] single = new byte[1];
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        var buffer = current;
        if (buffer == null || position == buffer.length()) {
            buffer = advance();
            if (buffer == null) {
                return -1;
            }
        }
        int count = Math.min(length, buffer.length() - position);
        buffer.getBytes(position, position + count, bytes, offset);
        position += count;
        return count;
    }

    @Override
    public int available() {
        var buffer = current;
        return buffer == null ? 0 : buffer.length() - position;
    }

    /** Whether the end is the next thing to read; waits until that is known. */
    public boolean drained() {
        try {
            return available() == 0 && advance() == null;
        } catch (IOException _) {
            return true;
        }
    }

    private @Nullable Buffer advance() throws IOException {
        if (ended) {
            return null;
        }
        Object event = take();
        if (event instanceof Buffer buffer) {
            // In halves of the window: each request for more is a task of the event loop.
            if (++owed == WINDOW / 2) {
                request.fetch(owed);
                owed = 0;
            }
            current = buffer;
            position = 0;
            return buffer;
        }
        ended = true;
        if (event instanceof Throwable failure) {
            throw new IOException("the client went before its body had come", failure);
        }
        return null;
    }

    private Object take() throws IOException {
        try {
            Object event = events.poll(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
            if (event == null) {
                throw new ServiceException(CommonError.TIMEOUT, "the body did not arrive in time");
            }
            return event;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for a body");
        }
    }

    private void buffer(Buffer buffer) {
        if (abandoned || buffer.length() == 0) {
            return;
        }
        if (!events.offer(buffer)) {
            throw new IllegalStateException("more arrived than was asked for");
        }
        if (++buffers == WINDOW) {
            arrived.complete(null);
        }
    }

    private void end(Object event) {
        if (!events.offer(event)) {
            abandoned = true; // Only after a failure that was delivered already.
        }
        if (event instanceof Throwable) {
            // Whoever goes this early needs no worker at all.
            arrived.completeExceptionally(new ServiceException(CommonError.BAD_REQUEST, "the body ended early"));
        } else {
            arrived.complete(null);
        }
    }
}
