package dev.quintet.wallet.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;

/**
 * Leaves a failing ledger alone. Opens at {@code failures} failures within {@code windowNanos}, whatever succeeded between
 * them; stays open for {@code openNanos}; then lets {@code probes} calls through and closes when all of them succeed, or
 * opens again with the first that fails. Own code, because the library's breaker judges a ratio of the last calls.
 */
final class Breaker {

    /** When to open, for how long, and how to close. */
    record Settings(int failures, long windowNanos, long openNanos, int probes) {}

    private sealed interface State {
        record Closed() implements State {}

        record Open(long until) implements State {}

        /** {@code started} probes are out or back, {@code succeeded} of them well. */
        record HalfOpen(int started, int succeeded) implements State {}
    }

    private final Settings settings;
    private final LongSupplier nanos;
    private final Runnable onOpen;
    private final ReentrantLock lock = new ReentrantLock();
    // All below: guarded by lock, which is held for a few assignments.
    private final Deque<Long> failures = new ArrayDeque<>();
    private State state = new State.Closed();
    private int generation;

    Breaker(Settings settings, LongSupplier nanos, Runnable onOpen) {
        this.settings = settings;
        this.nanos = nanos;
        this.onOpen = onOpen;
    }

    /** Asks to make a call; the answer goes with its outcome. Throws while calls are not allowed. */
    int enter() {
        lock.lock();
        try {
            if (state instanceof State.Open(long until) && nanos.getAsLong() - until >= 0) {
                state = new State.HalfOpen(0, 0);
                generation++;
            }
            switch (state) {
                case State.Closed _ -> {}
                case State.Open _ -> throw new CircuitBreakerOpenException("the breaker is open");
                case State.HalfOpen(int started, int succeeded) -> {
                    if (started == settings.probes()) {
                        throw new CircuitBreakerOpenException("the breaker's probes are all out");
                    }
                    state = new State.HalfOpen(started + 1, succeeded);
                }
            }
            return generation;
        } finally {
            lock.unlock();
        }
    }

    void succeeded(int entered) {
        lock.lock();
        try {
            // A call from before the breaker moved says nothing about now.
            if (entered == generation && state instanceof State.HalfOpen(int started, int succeeded)) {
                boolean well = succeeded + 1 == settings.probes();
                state = well ? new State.Closed() : new State.HalfOpen(started, succeeded + 1);
                generation += well ? 1 : 0;
            }
        } finally {
            lock.unlock();
        }
    }

    void failed(int entered) {
        boolean opened;
        lock.lock();
        try {
            opened = entered == generation && tooMany();
            if (opened) {
                failures.clear();
                state = new State.Open(nanos.getAsLong() + settings.openNanos());
                generation++;
            }
        } finally {
            lock.unlock();
        }
        if (opened) {
            onOpen.run();
        }
    }

    private boolean tooMany() {
        if (state instanceof State.HalfOpen) {
            return true;
        }
        long now = nanos.getAsLong();
        failures.addLast(now);
        while (now - failures.getFirst() > settings.windowNanos()) {
            failures.removeFirst();
        }
        return failures.size() >= settings.failures();
    }
}
