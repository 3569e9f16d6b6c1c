package dev.quintet.shared.flow;

import io.smallrye.mutiny.Multi;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.jboss.logging.Logger;

/**
 * Publishes each item to every subscriber, all in one order. Each subscriber has a ring of {@code capacity} items; one that
 * is too slow loses its oldest and is told how many, in the place where they are missing. Publishing never waits.
 *
 * <p>At most 64 subscribers; the next one fails with {@code BUSY}. A subscriber sees what is published after it joined,
 * on a thread of its own, until it cancels (which frees its ring) or the broadcast is closed and its ring is empty.
 */
public final class Broadcast<T> implements Channel {
    private static final Logger LOG = Logger.getLogger(Broadcast.class);

    private final String name;
    private final int capacity;
    private final Fanout<Delivery<T>> fanout;
    private final LongAdder lagged = new LongAdder();

    /** For {@link ChannelRegistry} and tests; subscribers are served on the executor. */
    public Broadcast(String name, int capacity, Executor executor) {
        this.name = name;
        this.capacity = capacity;
        this.fanout = new Fanout<>(name, executor, () -> new ChannelCore<>(capacity, 0, Delivery.Lagged::new));
    }

    public void publish(T item) {
        var delivery = new Delivery.Item<>(item);
        fanout.publish(() -> delivery, lagged::add);
    }

    /** {@code consumer} names the subscriber in the log when it lags. */
    public Multi<Delivery<T>> subscribe(String consumer) {
        return fanout.subscribe(() -> null).onItem().invoke(delivery -> {
            if (delivery instanceof Delivery.Lagged<T>(long missed)) {
                LOG.debugf("bus %s: %s lagged, %d items missed", name, consumer, missed);
            }
        });
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public int depth() {
        return fanout.deepest();
    }

    @Override
    public long taken() {
        return fanout.taken();
    }

    public int subscribers() {
        return fanout.size();
    }

    /** Items lost, summed over subscribers. */
    public long lagged() {
        return lagged.sum();
    }

    @Override
    public void close() {
        fanout.close();
    }

    @Override
    public List<Delivery<T>> abort() {
        return fanout.abort();
    }
}
