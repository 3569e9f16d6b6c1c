package dev.quintet.gateway.client;

import java.time.Duration;
import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The registry's server-sent events, boiled down to what matters: whether something was committed since the last look. Many
 * events count as one, so nothing piles up. Heartbeats come every five seconds; three missed ones are an end.
 */
public final class RegistryStream implements Flow.Subscriber<String>, AutoCloseable {
    private static final Duration SILENCE_MAX = Duration.ofSeconds(15);

    private final Semaphore news = new Semaphore(0);
    private final AtomicReference<Flow.@Nullable Subscription> subscription = new AtomicReference<>();
    private volatile long heard = System.nanoTime();
    private volatile boolean ended;

    RegistryStream() {}

    /** Waits for a commit; true when there was one, false when the time is over or the stream has ended. */
    public boolean changed(Duration atMost) throws InterruptedException {
        boolean any = news.tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS);
        news.drainPermits();
        return any && !ended;
    }

    public boolean alive() {
        return !ended && System.nanoTime() - heard < SILENCE_MAX.toNanos();
    }

    @Override
    public void close() {
        ended = true;
        var held = subscription.get();
        if (held != null) {
            held.cancel();
        }
    }

    @Override
    public void onSubscribe(Flow.Subscription started) {
        subscription.set(started);
        started.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String line) {
        heard = System.nanoTime();
        if (line.startsWith("event:")) {
            news.release();
        }
    }

    @Override
    public void onError(Throwable failure) {
        onComplete();
    }

    @Override
    public void onComplete() {
        ended = true;
        news.release();
    }
}
