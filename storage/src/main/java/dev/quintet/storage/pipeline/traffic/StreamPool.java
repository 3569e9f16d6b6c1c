package dev.quintet.storage.pipeline.traffic;

import dev.quintet.shared.flow.BoundedChannel;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Continues large answers whenever their clients have room again. A slow client costs its window of memory and no worker:
 * the workers only ever fetch. At most as many streams are open as the channel has room for, and each is in it at most
 * once, so resuming one is never refused.
 */
@ApplicationScoped
public class StreamPool {
    private final BoundedChannel<StreamJob> streams;
    private final AtomicInteger open = new AtomicInteger();
    private volatile boolean readsEnded;

    StreamPool(BoundedChannel<StreamJob> streams) {
        this.streams = streams;
        streams.onAbort(StreamJob::abort);
    }

    /** Makes room for a stream; false when too many are open. Whoever entered must leave, once. */
    public boolean enter() {
        if (open.incrementAndGet() <= streams.capacity()) {
            return true;
        }
        leave();
        return false;
    }

    public void leave() {
        if (open.decrementAndGet() == 0 && readsEnded) {
            streams.close();
        }
    }

    /** The client has room again, or has gone. */
    public void resume(StreamJob stream) {
        switch (streams.offer(stream)) {
            case ACCEPTED -> {}
            // Only after the drain's deadline: before it the channel outlives its streams, and has room for them all.
            case FULL, CLOSED -> stream.abort();
        }
    }

    /** Streams being sent. */
    public int open() {
        return open.get();
    }

    Uni<Void> run(int workers, Executor executor) {
        return streams.consume(workers, executor, StreamJob::pump);
    }

    /** No new stream will come; the last one closes the channel. */
    void readsEnded() {
        readsEnded = true;
        if (open.get() == 0) {
            streams.close();
        }
    }
}
