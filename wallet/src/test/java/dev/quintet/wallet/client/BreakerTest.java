package dev.quintet.wallet.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.junit.jupiter.api.Test;

class BreakerTest {
    private static final int FAILURES = 20;
    private static final int PROBES = 10;
    private static final long WINDOW = 10_000;
    private static final long OPEN = 5_000;

    private long now = Long.MAX_VALUE - 7_000; // The clock may wrap.
    private final AtomicInteger opened = new AtomicInteger();
    private final Breaker breaker =
            new Breaker(new Breaker.Settings(FAILURES, WINDOW, OPEN, PROBES), () -> now, opened::incrementAndGet);

    @Test
    void opensAtTheTwentiethFailureWhateverSucceededBetween() {
        for (int i = 1; i < FAILURES; i++) {
            fail();
            succeed();
        }
        assertThat(opened).hasValue(0);

        fail();

        assertThat(opened).hasValue(1);
        assertThatThrownBy(breaker::enter).isInstanceOf(CircuitBreakerOpenException.class);
    }

    @Test
    void forgetsFailuresOlderThanTheWindow() {
        for (int i = 1; i < FAILURES; i++) {
            fail();
        }
        now += WINDOW + 1;

        fail();

        assertThat(opened).hasValue(0);
        succeed();
    }

    @Test
    void letsTenProbesThroughAfterThePauseAndClosesWhenAllSucceed() {
        // Given
        open();
        now += OPEN - 1;
        assertThatThrownBy(breaker::enter).isInstanceOf(CircuitBreakerOpenException.class);
        now++;

        // When
        int[] probes = new int[PROBES];
        for (int i = 0; i < PROBES; i++) {
            probes[i] = breaker.enter();
        }

        // Then
        assertThatThrownBy(breaker::enter).isInstanceOf(CircuitBreakerOpenException.class);
        for (int probe : probes) {
            breaker.succeeded(probe);
        }
        for (int i = 1; i < FAILURES; i++) {
            fail();
        }
        succeed();
        assertThat(opened).hasValue(1);
    }

    @Test
    void oneFailedProbeOpensItAgain() {
        open();
        now += OPEN;
        succeed();

        fail();

        assertThat(opened).hasValue(2);
        assertThatThrownBy(breaker::enter).isInstanceOf(CircuitBreakerOpenException.class);
    }

    @Test
    void anAnswerFromBeforeItOpenedCountsForNothing() {
        int early = breaker.enter();
        int late = breaker.enter();
        open();
        now += OPEN;
        int probe = breaker.enter();

        breaker.failed(early);
        breaker.succeeded(late);

        assertThat(opened).hasValue(1);
        breaker.failed(probe);
        assertThat(opened).hasValue(2);
    }

    private void open() {
        for (int i = 0; i < FAILURES; i++) {
            fail();
        }
    }

    private void fail() {
        breaker.failed(breaker.enter());
    }

    private void succeed() {
        breaker.succeeded(breaker.enter());
    }
}
