package dev.quintet.storage.store;

import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Numbers that order records about the same thing: microseconds of the clock, never twice, never backwards. */
final class Stamps {
    private final InstantSource clock;
    private final AtomicLong last = new AtomicLong();

    Stamps(InstantSource clock) {
        this.clock = clock;
    }

    long next() {
        long now = TimeUnit.MILLISECONDS.toMicros(clock.millis());
        return last.updateAndGet(before -> Math.max(before + 1, now));
    }

    /** Every later stamp is greater than one that was found. */
    void observe(long stamp) {
        last.accumulateAndGet(stamp, Math::max);
    }

    long now() {
        return Math.max(last.get(), TimeUnit.MILLISECONDS.toMicros(clock.millis()));
    }
}
