package dev.quintet.wallet.pipeline;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.lifecycle.Readiness;
import dev.quintet.shared.lifecycle.Scope;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Whether the ledger takes writes. A call that is under way for too long, or that failed, makes it unready; the next
 * success makes it ready again, and a tick sees to it that there is a next call.
 */
@ApplicationScoped
public class LedgerHealth {
    /** Well above any sync seen on a busy disk, well below what a caller would call a stall. */
    static final Duration STALL = Duration.ofMillis(500);

    static final String STALLED = "ledger_stalled";
    static final String BREACH = "conservation";

    private final Readiness readiness;
    private final LongSupplier nanos;
    // The committer tells of its calls, the stall watch looks at them: judging and telling readiness are one step.
    private final ReentrantLock lock = new ReentrantLock();
    private long beganNanos; // guarded by lock
    private boolean underWay; // guarded by lock
    private volatile boolean down; // written under lock
    private volatile boolean breached;

    @Inject
    LedgerHealth(Readiness readiness) {
        this(readiness, System::nanoTime);
    }

    LedgerHealth(Readiness readiness, LongSupplier nanos) {
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

    void succeeded() {
        lock.lock();
        try {
            underWay = false;
            if (down) {
                down = false;
                readiness.up(STALLED);
            }
        } finally {
            lock.unlock();
        }
    }

    void failed() {
        lock.lock();
        try {
            underWay = false;
            giveUp();
        } finally {
            lock.unlock();
        }
    }

    /** Looks whether the call under way has become a stall. */
    void check() {
        lock.lock();
        try {
            if (underWay && nanos.getAsLong() - beganNanos > STALL.toNanos()) {
                giveUp();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Money appeared or vanished: no more writes until somebody has looked. */
    void breached() {
        breached = true;
        readiness.down(BREACH, Scope.WRITES);
    }

    /** Refuses a write that could only wait. */
    void requireWritable() {
        if (breached) {
            throw new ServiceException(CommonError.DEGRADED, "the ledger is stopped for inspection");
        }
        if (down) {
            throw unavailable();
        }
    }

    static ServiceException unavailable() {
        return new ServiceException(
                CommonError.UPSTREAM_UNAVAILABLE, "the ledger does not answer", Map.of(), Duration.ofSeconds(1));
    }

    private void giveUp() {
        if (!down) {
            down = true;
            readiness.down(STALLED, Scope.WRITES);
        }
    }
}
