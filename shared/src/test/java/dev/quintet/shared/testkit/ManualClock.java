package dev.quintet.shared.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves when the test says so: wall time as a {@link Clock}, monotonic time as {@link #nanos}. */
public final class ManualClock extends Clock {
    private final Instant start;
    private final AtomicLong elapsed = new AtomicLong();

    public ManualClock() {
        this(Instant.parse("2026-01-01T00:00:00Z"));
    }

    public ManualClock(Instant start) {
        this.start = start;
    }

    public void advance(Duration step) {
        if (step.isNegative()) {
            throw new IllegalArgumentException("time does not run backwards: " + step);
        }
        elapsed.addAndGet(step.toNanos());
    }

    /** Nanoseconds since the clock was made. */
    public long nanos() {
        return elapsed.get();
    }

    @Override
    public Instant instant() {
        return start.plusNanos(elapsed.get());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("everything is UTC");
    }
}
