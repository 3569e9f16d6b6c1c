package dev.quintet.shared.flow;

import dev.quintet.shared.metrics.MetricNames;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where every channel of a service is declared, once: from here come its meters, its row in {@code /topology} and in
 * docs/concurrency. A name that is taken or would not make a metric label is refused.
 */
@ApplicationScoped
public class ChannelRegistry {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,47}");

    private record Entry(@Nullable Channel channel, ChannelDeclaration declaration) {}

    private final MeterRegistry meters;
    private final Executor deliveries = HandlerThreads.named("delivery");
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Entry> entries = new LinkedHashMap<>(); // guarded by lock

    public ChannelRegistry(MeterRegistry meters) {
        this.meters = meters;
    }

    public <T> BoundedChannel<T> bounded(String name, int capacity, String from, String to) {
        var channel = new BoundedChannel<T>(name, capacity);
        declare(channel, ChannelKind.BOUNDED, from, to);
        depth(channel);
        count(MetricNames.QUEUE_DROPPED, MetricNames.QUEUE, channel, BoundedChannel::dropped);
        count(MetricNames.QUEUE_FAILED, MetricNames.QUEUE, channel, BoundedChannel::failed);
        count(MetricNames.QUEUE_ABORTED, MetricNames.QUEUE, channel, BoundedChannel::aborted);
        return channel;
    }

    /** One channel with {@code lanes} shares of its capacity. */
    public <T> LanedChannel<T> laned(String name, int capacity, int lanes, String from, String to) {
        var channel = new LanedChannel<T>(name, capacity, lanes);
        declare(channel, ChannelKind.BOUNDED, from, to);
        depth(channel);
        count(MetricNames.QUEUE_DROPPED, MetricNames.QUEUE, channel, LanedChannel::dropped);
        count(MetricNames.QUEUE_FAILED, MetricNames.QUEUE, channel, LanedChannel::failed);
        count(MetricNames.QUEUE_ABORTED, MetricNames.QUEUE, channel, LanedChannel::aborted);
        return channel;
    }

    public <T> EvictingChannel<T> evicting(String name, int capacity, String from, String to) {
        var channel = new EvictingChannel<T>(name, capacity);
        declare(channel, ChannelKind.EVICTING, from, to);
        depth(channel);
        count(MetricNames.QUEUE_DROPPED, MetricNames.QUEUE, channel, EvictingChannel::dropped);
        count(MetricNames.QUEUE_FAILED, MetricNames.QUEUE, channel, EvictingChannel::failed);
        count(MetricNames.QUEUE_ABORTED, MetricNames.QUEUE, channel, EvictingChannel::aborted);
        return channel;
    }

    public <T> Broadcast<T> broadcast(String name, int capacity, String from, String to) {
        var channel = new Broadcast<T>(name, capacity, deliveries);
        declare(channel, ChannelKind.BROADCAST, from, to);
        depth(channel);
        count(MetricNames.BUS_LAGGED, MetricNames.BUS, channel, Broadcast::lagged);
        return channel;
    }

    public <T> Watch<T> watch(String name, T initial, String from, String to) {
        var channel = new Watch<>(name, initial, deliveries);
        declare(channel, ChannelKind.WATCH, from, to);
        return channel;
    }

    /**
     * Declares a bounded queue that is not one of the kit's, because it lives on event loops where a hand-over to another
     * thread would cost more than the work. Its owner answers for bound, policy and end; here it gets its meters and row.
     */
    public void own(ChannelDeclaration declaration, IntSupplier depth, LongSupplier dropped) {
        declare(null, declaration);
        Gauge.builder(MetricNames.QUEUE_DEPTH, depth, IntSupplier::getAsInt)
                .description("Items waiting in a channel.")
                .tag(MetricNames.QUEUE, declaration.name())
                .register(meters);
        FunctionCounter.builder(MetricNames.QUEUE_DROPPED, dropped, LongSupplier::getAsLong)
                .tag(MetricNames.QUEUE, declaration.name())
                .register(meters);
    }

    /** In order of declaration. */
    public List<ChannelDeclaration> declarations() {
        return snapshot().stream().map(Entry::declaration).toList();
    }

    /** The kit's own, in order of declaration. */
    public List<Channel> channels() {
        return snapshot().stream().map(Entry::channel).filter(Objects::nonNull).toList();
    }

    private List<Entry> snapshot() {
        lock.lock();
        try {
            return new ArrayList<>(entries.values());
        } finally {
            lock.unlock();
        }
    }

    private void declare(Channel channel, ChannelKind kind, String from, String to) {
        declare(channel, new ChannelDeclaration(channel.name(), kind, channel.capacity(), from, to, kind.overflow()));
    }

    private void declare(@Nullable Channel channel, ChannelDeclaration declaration) {
        String name = declaration.name();
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("channel name '" + name + "' is not " + NAME);
        }
        lock.lock();
        try {
            if (entries.putIfAbsent(name, new Entry(channel, declaration)) != null) {
                throw new IllegalStateException("channel '" + name + "' is declared twice");
            }
        } finally {
            lock.unlock();
        }
    }

    private void depth(Channel channel) {
        Gauge.builder(MetricNames.QUEUE_DEPTH, channel, Channel::depth)
                .description("Items waiting in a channel.")
                .tag(MetricNames.QUEUE, channel.name())
                .register(meters);
    }

    private <C extends Channel> void count(String meter, String label, C channel, ToDoubleFunction<C> value) {
        FunctionCounter.builder(meter, channel, value)
                .tag(label, channel.name())
                .register(meters);
    }
}
