package dev.quintet.registry.pipeline;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.lifecycle.Readiness;
import dev.quintet.shared.lifecycle.Scope;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** Whether the log takes writes. Slow storage costs writes and not reads; a log that does not hold costs both. */
@ApplicationScoped
public class StoreHealth {
    /** Well above any sync seen on a busy disk, well below what a caller would call a stall. */
    static final Duration STALL = Duration.ofMillis(500);

    static final String STALLED = "storage_stalled";
    static final String GENESIS = "genesis";
    static final String CHAIN = "chain";

    private final Readiness readiness;
    private final LongSupplier nanos;
    // The committer tells of its groups, a ticker looks at them: judging and telling readiness are one step.
    private final ReentrantLock lock = new ReentrantLock();
    private long beganNanos; // guarded by lock
    private boolean underWay; // guarded by lock
    private volatile boolean stalled; // written under lock
    private volatile boolean empty;
    private volatile boolean broken;

    @Inject
    StoreHealth(Readiness readiness) {
        this(readiness, System::nanoTime);
    }

    StoreHealth(Readiness readiness, LongSupplier nanos) {
        this.readiness = readiness;
        this.nanos = nanos;
    }

    void began() {
        lock.lock();
        try {
            beganNanos = nanos.getAsLong();
            underWay = true;
        } finally {
            lock.unlock();
        }
    }

    void ended() {
        lock.lock();
        try {
            underWay = false;
            if (stalled) {
                stalled = false;
                readiness.up(STALLED);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Looks whether the group under way has become a stall. */
    void check() {
        lock.lock();
        try {
            if (underWay && !stalled && nanos.getAsLong() - beganNanos > STALL.toNanos()) {
                stalled = true;
                readiness.down(STALLED, Scope.WRITES);
            }
        } finally {
            lock.unlock();
        }
    }

    /** There is no signer set, and nobody configured one: nothing can ever be approved. */
    void empty() {
        empty = true;
        readiness.down(GENESIS, Scope.WRITES);
    }

    /** What was verified does not hold: nobody should rely on this log until somebody has looked. */
    void broken() {
        broken = true;
        readiness.down(CHAIN, Scope.READS);
    }

    /** Refuses a write that could only wait or do harm. */
    public void requireWritable() {
        if (broken) {
            throw new ServiceException(CommonError.DEGRADED, "the log does not verify and is stopped for inspection");
        }
        if (empty) {
            throw new ServiceException(CommonError.DEGRADED, "the log has no signer set; see quintet.registry.genesis");
        }
        if (stalled) {
            throw new ServiceException(CommonError.DEGRADED, "the log's disk does not answer");
        }
    }
}
