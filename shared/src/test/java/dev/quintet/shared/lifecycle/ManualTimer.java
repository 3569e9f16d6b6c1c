package dev.quintet.shared.lifecycle;

import dev.quintet.shared.testkit.ManualClock;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Runs what is due when the test moves the clock, on the test's own thread. */
final class ManualTimer implements Timer {
    private record Due(long nanos, Runnable action) {}

    final ManualClock clock = new ManualClock();
    private final PriorityQueue<Due> queue = new PriorityQueue<>(Comparator.comparingLong(Due::nanos));

    @Override
    public Runnable after(Duration delay, Runnable action) {
        var due = new Due(clock.nanos() + delay.toNanos(), action);
        queue.add(due);
        return () -> queue.remove(due);
    }

    void advance(Duration step) {
        long end = clock.nanos() + step.toNanos();
        for (var due = queue.peek(); due != null && due.nanos() <= end; due = queue.peek()) {
            queue.remove(due);
            clock.advance(Duration.ofNanos(Math.max(0, due.nanos() - clock.nanos())));
            due.action().run();
        }
        clock.advance(Duration.ofNanos(end - clock.nanos()));
    }
}
