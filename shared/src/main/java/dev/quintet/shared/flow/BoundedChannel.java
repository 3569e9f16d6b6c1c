package dev.quintet.shared.flow;

import dev.quintet.shared.deadline.Deadline;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * A queue between pipeline stages that refuses what does not fit. At most {@code capacity} items wait in it and at most as
 * many senders wait for room. An accepted item is handled exactly once or counted as aborted; it never vanishes.
 *
 * <p>Items leave in the order they came. All methods may be called from any thread and none of them blocks, except
 * {@link #sendBlocking}. One consumer at a time; after it failed or was cancelled, another may follow and finds the queue as
 * it was left.
 */
public final class BoundedChannel<T> implements Channel {
    private final String name;
    private final ChannelCore<T> core;
    private final LongAdder failed = new LongAdder();
    private final LongAdder aborted = new LongAdder();
    private volatile Consumer<? super T> onAbort = item -> {};

    /** For {@link ChannelRegistry} and tests. */
    public BoundedChannel(String name, int capacity) {
        this.name = name;
        this.core = new ChannelCore<>(capacity, capacity, null);
    }

    /** Never waits: the call for request threads. */
    public Offer offer(T item) {
        return core.offer(item);
    }

    /**
     * Sends on subscription and waits for room until the deadline, then answers {@link Offer#FULL}; at once when too many wait
     * already. Senders are served in order. Cancelling takes the item back unless it was accepted before.
     */
    public Uni<Offer> send(T item, Deadline deadline) {
        return Uni.createFrom().emitter(emitter -> {
            var waiter = new ChannelCore.Waiter<T>(item) {
                @Override
                void settle(Offer outcome) {
                    emitter.complete(outcome);
                }
            };
            Offer now = core.offerOrWait(waiter);
            if (now != null) {
                emitter.complete(now);
                return;
            }
            var timer = Infrastructure.getDefaultWorkerPool()
                    .schedule(
                            () -> {
                                if (core.withdraw(waiter, true)) {
                                    emitter.complete(Offer.FULL);
                                }
                            },
                            deadline.remaining().toNanos(),
                            TimeUnit.NANOSECONDS);
            emitter.onTermination(() -> {
                timer.cancel(false);
                core.withdraw(waiter, false);
            });
        });
    }

    /** {@link #send} for handlers, which may block. If interrupted while waiting the item was not accepted. */
    public Offer sendBlocking(T item, Deadline deadline) throws InterruptedException {
        var waiter = new BlockingWaiter<>(item);
        Offer now = core.offerOrWait(waiter);
        return now != null ? now : waiter.await(core, deadline);
    }

    /**
     * Handles one item per call on the executor, at most {@code workers} at a time. Completes when the channel is closed and
     * its last item handled; fails when a handler throws an {@link Error} or the executor refuses. Cancelling interrupts
     * the handlers. Subscribing again is how to restart.
     */
    public Uni<Void> consume(int workers, Executor executor, Handler<T> handler) {
        return HandlerTaker.consume(
                core, new HandlerTaker.Plan<T, T>(name, workers, executor, core::next, handler, failed));
    }

    /** Like {@link #consume} with a single worker that takes whatever has queued, up to {@code batchMax}, in order. */
    public Uni<Void> consumeBatches(int batchMax, Executor executor, Handler<List<T>> handler) {
        return HandlerTaker.consume(
                core,
                new HandlerTaker.Plan<T, List<T>>(
                        name, 1, executor, taker -> core.nextBatch(taker, batchMax), handler, failed));
    }

    /** The items for one subscriber, delivered on the executor by its demand; an item delivered counts as handled. */
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

    /** Senders waiting for room. */
    public int waiting() {
        return core.waiting();
    }

    /** Offers refused because there was no room. */
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
