package dev.quintet.shared.flow;

import io.smallrye.mutiny.Multi;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Delivers items to one reactive subscriber, strictly by its demand: nothing is prefetched, nothing leaves the bound. */
final class StreamTaker<E> extends Taker<E> implements Flow.Subscription {
    private final Flow.Subscriber<? super E> subscriber;
    private final Runnable released;
    private final AtomicLong demand = new AtomicLong();
    private volatile boolean cancelled;

    private StreamTaker(
            ChannelCore<E> core, Executor executor, Flow.Subscriber<? super E> subscriber, Runnable released) {
        super(core, 1, executor, failure -> end(subscriber, released, failure));
        this.subscriber = subscriber;
        this.released = released;
    }

    /** {@code released} runs once the subscriber is gone for whatever reason; it may run twice. */
    static <E> void subscribe(
            ChannelCore<E> core, Executor executor, Flow.Subscriber<? super E> subscriber, Runnable released) {
        var taker = new StreamTaker<E>(core, executor, subscriber, released);
        subscriber.onSubscribe(taker);
        try {
            core.attach(taker);
        } catch (IllegalStateException e) {
            subscriber.onError(e);
            return;
        }
        if (taker.cancelled) {
            core.detach(taker, false);
        }
    }

    static <E> Multi<E> stream(ChannelCore<E> core, Executor executor) {
        return Multi.createFrom().publisher(subscriber -> subscribe(core, executor, subscriber, () -> {}));
    }

    @Override
    boolean ready() {
        return demand.get() > 0 && !cancelled;
    }

    @Override
    void drain() {
        for (E item = core.next(this); item != null; item = core.next(this)) {
            demand.updateAndGet(n -> n == Long.MAX_VALUE ? n : n - 1);
            subscriber.onNext(item);
        }
    }

    @Override
    public void request(long n) {
        if (n <= 0) {
            cancel();
            subscriber.onError(new IllegalArgumentException("demand must be positive, not " + n));
            return;
        }
        demand.updateAndGet(old -> old + n < 0 ? Long.MAX_VALUE : old + n);
        core.kick(this);
    }

    @Override
    public void cancel() {
        cancelled = true;
        core.detach(this, false);
        released.run();
    }

    private static void end(Flow.Subscriber<?> subscriber, Runnable released, @Nullable Throwable failure) {
        released.run();
        if (failure == null) {
            subscriber.onComplete();
        } else {
            subscriber.onError(failure);
        }
    }
}
