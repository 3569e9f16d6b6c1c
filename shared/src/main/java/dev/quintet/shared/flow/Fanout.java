package dev.quintet.shared.flow;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import io.smallrye.mutiny.Multi;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A bounded set of subscribers, each with an evicting queue of its own. All of them see all items in one order; publishing
 * never runs a subscriber's code and never waits for it.
 */
final class Fanout<E> {
    /** How many subscribers one bus or watch carries, unless it says otherwise. Each costs a ring and a turn per item. */
    static final int SUBSCRIBERS_MAX = 64;

    private static final Flow.Subscription NONE = new Flow.Subscription() {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
    };

    private final String name;
    private final Supplier<ChannelCore<E>> rings;
    private final Executor executor;
    private final ReentrantLock order = new ReentrantLock();
    private final LinkedHashSet<ChannelCore<E>> subscribers = new LinkedHashSet<>(); // guarded by order
    private long takenByGone; // guarded by order
    private boolean closed; // guarded by order

    Fanout(String name, Executor executor, Supplier<ChannelCore<E>> rings) {
        this.name = name;
        this.executor = executor;
        this.rings = rings;
    }

    /** Runs {@code change} and hands its result to all, in one step; {@code lost} hears how many subscribers lost an item. */
    void publish(Supplier<@Nullable E> change, LongConsumer lost) {
        long losers = 0;
        order.lock();
        try {
            E item = change.get();
            if (item == null || closed) {
                return;
            }
            for (var ring : subscribers) {
                if (ring.offerEvicting(item) != null) {
                    losers++;
                }
            }
        } finally {
            order.unlock();
        }
        if (losers > 0) {
            lost.accept(losers);
        }
    }

    /** {@code first} is what a new subscriber finds in its ring, taken in the same step as joining; it may be nothing. */
    Multi<E> subscribe(Supplier<@Nullable E> first) {
        return Multi.createFrom().publisher(subscriber -> {
            ChannelCore<E> ring;
            try {
                ring = join(first);
            } catch (ServiceException e) {
                subscriber.onSubscribe(NONE);
                subscriber.onError(e);
                return;
            }
            StreamTaker.subscribe(ring, executor, subscriber, () -> leave(ring));
        });
    }

    int deepest() {
        return rings().stream().mapToInt(ChannelCore::depth).max().orElse(0);
    }

    int size() {
        return rings().size();
    }

    long taken() {
        order.lock();
        try {
            return takenByGone
                    + subscribers.stream().mapToLong(ChannelCore::taken).sum();
        } finally {
            order.unlock();
        }
    }

    void close() {
        order.lock();
        try {
            closed = true;
        } finally {
            order.unlock();
        }
        rings().forEach(ChannelCore::close);
    }

    List<E> abort() {
        close();
        return rings().stream().flatMap(ring -> ring.abort().stream()).toList();
    }

    private ChannelCore<E> join(Supplier<@Nullable E> first) {
        order.lock();
        try {
            if (subscribers.size() == SUBSCRIBERS_MAX) {
                throw new ServiceException(CommonError.BUSY, name + " has all the subscribers it can carry");
            }
            var ring = rings.get();
            E item = first.get();
            if (item != null) {
                ring.offerEvicting(item);
            }
            if (closed) {
                ring.close();
            } else {
                subscribers.add(ring);
            }
            return ring;
        } finally {
            order.unlock();
        }
    }

    private void leave(ChannelCore<E> ring) {
        order.lock();
        try {
            if (subscribers.remove(ring)) {
                takenByGone += ring.taken();
            }
        } finally {
            order.unlock();
        }
    }

    private List<ChannelCore<E>> rings() {
        order.lock();
        try {
            return new ArrayList<>(subscribers);
        } finally {
            order.unlock();
        }
    }
}
