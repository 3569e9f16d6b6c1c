package dev.quintet.storage.store.pace;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The one byte rate of all repairs. No second, wherever it begins, sees more bytes than the rate: grants follow each other
 * at the rate minus the largest grant, so that the one at the edge fits too. Urgent takers go first, within the same rate.
 */
public final class RepairBudget {
    private static final double NANOS = 1e9;

    private final LongSupplier nanos;
    private final LongSupplier bytesPerSecond;
    private final LongConsumer waited;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition turn = lock.newCondition();
    private long nextNanos; // guarded by lock
    private boolean begun; // guarded by lock
    private int urgentWaiting; // guarded by lock

    /**
     * @param bytesPerSecond asked at every grant, at least 1 MiB
     * @param waited is told the nanoseconds each taker waited
     */
    public RepairBudget(LongSupplier nanos, LongSupplier bytesPerSecond, LongConsumer waited) {
        this.nanos = nanos;
        this.bytesPerSecond = bytesPerSecond;
        this.waited = waited;
    }

    /** For what must not wait behind the rest, or for the rest. */
    public Pace lane(boolean urgent) {
        return bytes -> take(bytes, urgent);
    }

    private void take(int bytes, boolean urgent) throws InterruptedException {
        if (bytes > Pace.BYTES_MAX) {
            throw new IllegalArgumentException(bytes + " bytes at once");
        }
        long began = nanos.getAsLong();
        lock.lockInterruptibly();
        try {
            urgentWaiting += urgent ? 1 : 0;
            try {
                long wait = untilTurn(urgent);
                while (wait > 0) {
                    turn.awaitNanos(wait);
                    wait = untilTurn(urgent);
                }
            } finally {
                urgentWaiting -= urgent ? 1 : 0;
                turn.signalAll();
            }
            grant(bytes);
        } finally {
            lock.unlock();
        }
        waited.accept(nanos.getAsLong() - began);
    }

    /** Nanoseconds to wait before asking again; 0 when it is the taker's turn. */
    private long untilTurn(boolean urgent) {
        if (!urgent && urgentWaiting > 0) {
            // Woken when the urgent one has had its turn; the bound only guards against a lost signal.
            return 10_000_000;
        }
        return begun ? nextNanos - nanos.getAsLong() : 0;
    }

    private void grant(int bytes) {
        double rate = Math.max(1 << 20, bytesPerSecond.getAsLong());
        // A window that the last grant just enters has room for it.
        double paced = rate - Pace.BYTES_MAX;
        nextNanos = nanos.getAsLong() + (long) Math.ceil(bytes * NANOS / paced);
        begun = true;
    }
}
