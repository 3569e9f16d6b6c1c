package dev.quintet.shared.flow;

import io.smallrye.mutiny.Multi;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/**
 * A value of which only the latest counts. A subscriber gets the value at the moment it joins and then the latest after
 * each change; values it was too slow for are skipped without notice. At most 64 subscribers, as in {@link Broadcast}.
 */
public final class Watch<T> implements Channel {
    private final String name;
    private final Fanout<T> fanout;
    private volatile T value; // written only while the fanout orders

    /** For {@link ChannelRegistry} and tests; subscribers are served on the executor. */
    public Watch(String name, T initial, Executor executor) {
        this.name = name;
        this.value = initial;
        this.fanout = new Fanout<>(name, executor, () -> new ChannelCore<>(1, 0, null));
    }

    public T get() {
        return value;
    }

    public void set(T next) {
        update(old -> next);
    }

    /** Replaces the value by a function of it, in one step; a value equal to the old one is no change. */
    public T update(UnaryOperator<T> change) {
        fanout.publish(
                () -> {
                    T next = change.apply(value);
                    if (next.equals(value)) {
                        return null;
                    }
                    value = next;
                    return next;
                },
                skipped -> {});
        return value;
    }

    public Multi<T> changes() {
        return fanout.subscribe(() -> value);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int capacity() {
        return 1;
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

    /** Ends the streams of changes; the value can still be read and set. */
    @Override
    public void close() {
        fanout.close();
    }

    @Override
    public List<T> abort() {
        return fanout.abort();
    }
}
