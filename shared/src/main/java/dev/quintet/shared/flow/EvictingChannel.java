package dev.quintet.shared.flow;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * A queue that makes room by giving up its oldest item, which is handed to the producer that displaced it. At most
 * {@code capacity} items wait; every item is handled once, handed back once, or counted as aborted. Threading and consuming
 * as in {@link BoundedChannel}.
 */
public final class EvictingChannel<T> implements Channel {
    private final String name;
    private final ChannelCore<T> core;
    private final LongAdder failed = new LongAdder();
    private final LongAdder aborted = new LongAdder();
    private volatile Consumer<? super T> onAbort = item -> {};

    /** For {@link ChannelRegistry} and tests. */
    public EvictingChannel(String name, int capacity) {
        this.name = name;
        this.core = new ChannelCore<>(capacity, 0, null);
    }

    /**
     * Never waits. The item that will not be handled because of this call, so that its caller can be answered: the oldest
     * when the channel was full, the offered one itself (the same reference) when the channel is closed.
     */
    public Optional<T> offer(T item) {
        return Optional.ofNullable(core.offerEvicting(item));
    }

    /** See {@link BoundedChannel#consume}. */
    public Uni<Void> consume(int workers, Executor executor, Handler<T> handler) {
        return HandlerTaker.consume(
                core, new HandlerTaker.Plan<T, T>(name, workers, executor, core::next, handler, failed));
    }

    /** See {@link BoundedChannel#items}. */
    public Multi<T> items(Executor executor) {
        return StreamTaker.stream(core, executor);
    }

    /** Who answers the caller of an item that {@link #abort} took back. */
    public void onAbort(Consumer<? super T> answer) {
        onAbort = answer;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int capacity() {
        return core.capacity();
    }

    @Override
    public int depth() {
        return core.depth();
    }

    @Override
    public long taken() {
        return core.taken();
    }

    /** Items evicted. */
    public long dropped() {
        return core.dropped();
    }

    /** Calls of the handler that threw. */
    public long failed() {
        return failed.sum();
    }

    /** Accepted items that were taken back. */
    public long aborted() {
        return aborted.sum();
    }

    @Override
    public void close() {
        core.close();
    }

    @Override
    public List<T> abort() {
        var rest = core.abort();
        aborted.add(rest.size());
        rest.forEach(onAbort);
        return rest;
    }
}
