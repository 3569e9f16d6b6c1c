package dev.quintet.wallet.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.lifecycle.Readiness;
import dev.quintet.shared.lifecycle.Scope;
import dev.quintet.shared.testkit.Gate;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The stall watch looks while the committer's call ends: whoever comes last, what both say must agree. */
@Timeout(60)
class LedgerHealthTest {
    private static final long STALL = LedgerHealth.STALL.toNanos();

    private final AtomicLong now = new AtomicLong();
    private volatile @Nullable Gate onDown;
    private volatile @Nullable Gate onClock;
    private final Readiness readiness = new Readiness(new SimpleMeterRegistry()) {
        @Override
        public void down(String cause, Scope scope) {
            stop(onDown);
            super.down(cause, scope);
        }
    };
    private final LedgerHealth health = new LedgerHealth(readiness, () -> {
        stop(onClock);
        return now.get();
    });

    @Test
    void aCallIsAStallOnlyBeyondItsTime() {
        health.began();

        now.set(STALL - 1);
        health.check();
        assertThat(readiness.causes()).isEmpty();
        now.set(STALL);
        health.check();
        assertThat(readiness.causes()).isEmpty();
        now.set(STALL + 1);
        health.check();

        assertThat(readiness.causes()).containsExactly(LedgerHealth.STALLED);
        assertThatThrownBy(health::requireWritable)
                .isInstanceOfSatisfying(
                        ServiceException.class,
                        refused -> assertThat(refused.code()).isEqualTo(CommonError.UPSTREAM_UNAVAILABLE));
    }

    @Test
    void theNextSuccessEndsAStallAndAFailure() {
        health.began();
        health.failed();
        assertThat(readiness.causes()).containsExactly(LedgerHealth.STALLED);

        health.began();
        health.succeeded();

        assertReady();
    }

    @Test
    void aSuccessWhileTheStallIsBeingReportedIsNotLost() throws Exception {
        // Given: the watch has seen a stall and is about to say so.
        health.began();
        now.set(STALL + 1);
        var gate = new Gate();
        onDown = gate;

        // When: the call succeeds right then.
        meanwhile(gate, health::succeeded);

        // Then
        assertReady();
    }

    @Test
    void aCallThatEndsWhileItIsLookedAtIsNoStall() throws Exception {
        // Given: the watch has seen that a call is under way, and asks for the time.
        health.began();
        now.set(STALL + 1);
        var gate = new Gate();
        onClock = gate;

        // When
        meanwhile(gate, health::succeeded);

        // Then
        assertReady();
    }

    /** Lets the watch look until it stands before the gate, then the other act as far as it can, then the watch go on. */
    private void meanwhile(Gate gate, Runnable act) throws InterruptedException {
        var watch = Thread.ofPlatform().name("watch").start(health::check);
        gate.awaitReached();
        var other = Thread.ofPlatform().name("committer").start(act);
        // Done, or waiting for the watch; the test's timeout bounds it.
        while (other.getState() != Thread.State.TERMINATED && other.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        gate.open();
        watch.join();
        other.join();
    }

    private void assertReady() {
        assertThat(readiness.causes()).isEmpty();
        assertThatCode(health::requireWritable).doesNotThrowAnyException();
    }

    private static void stop(@Nullable Gate gate) {
        if (gate == null) {
            return;
        }
        try {
            gate.pass();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
