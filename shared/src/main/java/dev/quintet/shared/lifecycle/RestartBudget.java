package dev.quintet.shared.lifecycle;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * How long to wait before the next restart, and when restarting has stopped being an answer: 100 to 400 ms at random, doubling
 * to 5 s; the fifth restart within a minute exhausts it, a minute without one makes it new. Not thread-safe.
 */
final class RestartBudget {
    static final Duration WINDOW = Duration.ofMinutes(1);
    static final int RESTARTS_MAX = 5;
    static final Duration DELAY_MAX = Duration.ofSeconds(5);

    private static final int FIRST_MIN_MS = 100;
    private static final int FIRST_MAX_MS = 400;

    private final LongSupplier nanos;
    private final RandomGenerator random;
    private final ArrayDeque<Long> restarts = new ArrayDeque<>(); // at most RESTARTS_MAX

    RestartBudget(LongSupplier nanos, RandomGenerator random) {
        this.nanos = nanos;
        this.random = random;
    }

    /** Records a restart and tells how long to wait before it. */
    Duration spend() {
        long now = nanos.getAsLong();
        forget(now);
        long first = random.nextInt(FIRST_MIN_MS, FIRST_MAX_MS + 1);
        long delay = Math.min(DELAY_MAX.toMillis(), first << restarts.size());
        if (restarts.size() == RESTARTS_MAX) {
            restarts.removeFirst();
        }
        restarts.addLast(now);
        return Duration.ofMillis(delay);
    }

    boolean exhausted() {
        forget(nanos.getAsLong());
        return restarts.size() == RESTARTS_MAX;
    }

    private void forget(long now) {
        while (!restarts.isEmpty() && now - restarts.peekFirst() >= WINDOW.toNanos()) {
            restarts.removeFirst();
        }
    }
}
