package dev.quintet.registry.store;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** How the writer waits for a disk that has no room: a jittered delay that doubles up to a cap. */
public record Backoff(int tries, Duration delayMin, Duration delayMax, Duration cap) {

    /** Waits before attempt {@code attempt + 1}; holds up the writer, which could do nothing better. */
    void pause(int attempt) {
        long first = ThreadLocalRandom.current().nextLong(delayMin.toNanos(), delayMax.toNanos() + 1);
        long end = System.nanoTime() + Math.min(cap.toNanos(), first << Math.min(attempt - 1, 20));
        // Parking may end early for no reason.
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
