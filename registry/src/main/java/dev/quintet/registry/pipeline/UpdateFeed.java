package dev.quintet.registry.pipeline;

import dev.quintet.registry.config.RegistryConfig;
import dev.quintet.registry.domain.PrunedException;
import dev.quintet.registry.domain.Registry;
import dev.quintet.registry.domain.Update;
import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.flow.HandlerThreads;
import io.smallrye.mutiny.Multi;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Hands every listener the updates in order, each at its own pace. A listener has a cursor and no queue: what it has not
 * asked for stays in the log, so a slow one costs nothing but its own place. One that was level with the head and then
 * fell further behind than the log's recent past is told so and goes on at the head.
 */
@ApplicationScoped
public class UpdateFeed {
    private final Registry registry;
    private final HotConfig<RegistryConfig> config;
    private final RegistryMetrics metrics;
    private final AtomicReferenceArray<Update> recent;
    private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
    private final AtomicInteger size = new AtomicInteger();
    private final Executor threads = HandlerThreads.named("stream");
    private volatile boolean closed;

    /** What a listener gets. */
    public sealed interface News {
        record Updated(Update update) implements News {}

        /** Updates were skipped; the next one follows this version. */
        record Lagged(long head) implements News {}

        /** Nothing has happened for a while. */
        record Beat() implements News {}
    }

    UpdateFeed(Registry registry, HotConfig<RegistryConfig> config, RegistryMetrics metrics) {
        this.registry = registry;
        this.config = config;
        this.metrics = metrics;
        this.recent = new AtomicReferenceArray<>(config.current().channels().committed());
        metrics.gauge("registry_stream_subscribers", size::get);
    }

    /** From the head on, or from the version after {@code seen} when that is not negative. */
    public Multi<News> listen(long seen) {
        requireRoom(size.get());
        return Multi.createFrom().publisher((Flow.Publisher<News>) subscriber -> {
            var listener = new Listener(subscriber, seen < 0 ? head() : Math.min(seen, head()), seen < 0);
            try {
                requireRoom(size.getAndIncrement());
            } catch (ServiceException e) {
                size.decrementAndGet();
                subscriber.onSubscribe(listener);
                subscriber.onError(e);
                return;
            }
            listeners.add(listener);
            subscriber.onSubscribe(listener);
            listener.wake();
        });
    }

    void publish(Update update) {
        recent.set(slot(update.version()), update);
        wake();
    }

    /** Everybody looks whether there is something new. */
    void wake() {
        listeners.forEach(Listener::wake);
    }

    /** Called more often than a heartbeat is due. */
    void tick() {
        long silence = config.current().stream().heartbeat().toNanos();
        long now = System.nanoTime();
        listeners.forEach(listener -> listener.tick(now, silence));
    }

    /** Ends every stream; the service goes down. */
    void close() {
        closed = true;
        wake();
    }

    private void requireRoom(int taken) {
        if (closed) {
            throw new ServiceException(CommonError.DRAINING, "the registry is shutting down");
        }
        if (taken >= config.current().stream().subscribersMax()) {
            metrics.busy("stream");
            throw new ServiceException(CommonError.BUSY, "too many listeners");
        }
    }

    private long head() {
        return registry.state().view().head().version();
    }

    private int slot(long version) {
        return (int) (version % recent.length());
    }

    private Update update(long version) {
        var known = recent.get(slot(version));
        return known != null && known.version() == version ? known : registry.update(version);
    }

    /** One stream. Its work runs on one thread at a time, whoever wakes it. */
    private final class Listener implements Flow.Subscription {
        private final Flow.Subscriber<? super News> subscriber;
        private final AtomicLong demand = new AtomicLong();
        private final AtomicInteger wakes = new AtomicInteger();
        private volatile boolean over;
        private volatile long lastNanos = System.nanoTime();
        private volatile boolean beatDue;
        private long cursor;
        private boolean level;

        Listener(Flow.Subscriber<? super News> subscriber, long cursor, boolean level) {
            this.subscriber = subscriber;
            this.cursor = cursor;
            this.level = level;
        }

        @Override
        public void request(long n) {
            demand.accumulateAndGet(n, (had, more) -> had + more < 0 ? Long.MAX_VALUE : had + more);
            wake();
        }

        @Override
        public void cancel() {
            over = true;
            leave();
        }

        void tick(long now, long silence) {
            if (now - lastNanos >= silence) {
                beatDue = true;
                wake();
            }
        }

        void wake() {
            if (!over && wakes.getAndIncrement() == 0) {
                threads.execute(this::run);
            }
        }

        private void run() {
            int seen = wakes.get();
            do {
                try {
                    emit();
                } catch (RuntimeException e) {
                    end();
                    subscriber.onError(e);
                }
                seen = wakes.addAndGet(-seen);
            } while (seen != 0);
        }

        private void emit() {
            while (!over && demand.get() > 0) {
                long head = head();
                if (cursor >= head) {
                    level = true;
                    if (closed) {
                        end();
                        subscriber.onComplete();
                    } else if (beatDue) {
                        send(new News.Beat());
                    }
                    return;
                }
                send(next(head));
            }
            if (closed && !over) {
                end();
                subscriber.onComplete();
            }
        }

        private News next(long head) {
            if (!level || head - cursor <= recent.length()) {
                try {
                    var update = update(cursor + 1);
                    cursor++;
                    return new News.Updated(update);
                } catch (PrunedException _) {
                    // Nothing can fill the gap any more: said below.
                }
            }
            metrics.lagged(head - cursor);
            cursor = head;
            level = true;
            return new News.Lagged(head);
        }

        private void send(News news) {
            lastNanos = System.nanoTime();
            beatDue = false;
            demand.decrementAndGet();
            subscriber.onNext(news);
        }

        private void end() {
            over = true;
            leave();
        }

        private void leave() {
            if (listeners.remove(this)) {
                size.decrementAndGet();
            }
        }
    }
}
