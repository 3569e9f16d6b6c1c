package dev.quintet.shared.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quintet.shared.metrics.MetricNames;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class ReadinessTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Readiness readiness = new Readiness(meters);

    @Test
    void writesAreGivenUpBeforeReads() {
        // When
        readiness.down("disk_full", Scope.WRITES);

        // Then
        assertThat(readiness.writeReady()).isFalse();
        assertThat(readiness.readReady()).isTrue();
    }

    @Test
    void readsAreNotServedWithoutWritesBeingGivenUpToo() {
        // When
        readiness.down("corrupt", Scope.READS);

        // Then
        assertThat(readiness.readReady()).isFalse();
        assertThat(readiness.writeReady()).isFalse();
    }

    @Test
    void isReadyAgainWhenTheLastCauseIsGone() {
        // Given
        readiness.down("a", Scope.WRITES);
        readiness.down("b", Scope.WRITES);

        // When
        readiness.up("a");
        boolean afterOne = readiness.writeReady();
        readiness.up("b");

        // Then
        assertThat(afterOne).isFalse();
        assertThat(readiness.writeReady()).isTrue();
        assertThat(gauge("a")).isZero();
    }

    @Test
    void theGaugeOfACauseFollowsIt() {
        // When
        readiness.down("disk_full", Scope.WRITES);

        // Then
        assertThat(gauge("disk_full")).isEqualTo(1);
    }

    @Test
    void causesAreBoundedLabels() {
        // Given
        for (int i = 0; i < Readiness.CAUSES_MAX; i++) {
            readiness.down("cause_" + i, Scope.WRITES);
        }

        // Then
        assertThatThrownBy(() -> readiness.down("one_more", Scope.WRITES)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> readiness.down("account 42!", Scope.WRITES))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private double gauge(String cause) {
        return meters.get(MetricNames.READYZ_DEGRADED)
                .tag("cause", cause)
                .gauge()
                .value();
    }
}
