package dev.quintet.wallet.pipeline;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.lifecycle.Readiness;
import dev.quintet.shared.lifecycle.Scope;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;

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
    private volatile long beganNanos;
    private volatile boolean underWay;
    private volatile boolean down;
    private volatile boolean breached;

    LedgerHealth(Readiness readiness) {
        this.readiness = readiness;
    }

    void began() {
        beganNanos = System.nanoTime();
        underWay = true;
    }

    void succeeded() {
        underWay = false;
        if (down) {
            down = false;
            readiness.up(STALLED);
        }
    }

    void failed() {
        underWay = false;
        giveUp();
    }

    /** Looks whether the call under way has become a stall. */
    void check() {
        if (underWay && System.nanoTime() - beganNanos > STALL.toNanos()) {
            giveUp();
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
