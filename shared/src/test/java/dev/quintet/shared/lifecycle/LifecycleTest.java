package dev.quintet.shared.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.deadline.Deadline;
import io.quarkus.scheduler.ScheduledExecution;
import io.quarkus.scheduler.Trigger;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class LifecycleTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final DrainReport REPORT = new DrainReport(Duration.ZERO, 0, List.of(), 0, 0);

    private static final ScheduledExecution EXECUTION = new ScheduledExecution() {
        @Override
        public Trigger getTrigger() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Instant getFireTime() {
            return Instant.EPOCH;
        }

        @Override
        public Instant getScheduledFireTime() {
            return Instant.EPOCH;
        }
    };

    private final Fixture process = new Fixture();
    private final Lifecycle lifecycle = process.lifecycle;

    @Test
    void isNotReadyBeforeItServes() {
        assertThat(process.readiness.causes()).containsExactly("starting");
        assertThat(lifecycle.serving()).isFalse();
        assertThat(lifecycle.draining()).isFalse();
    }

    @Test
    void isReadyWhenItServes() {
        // When
        lifecycle.serve();

        // Then
        assertThat(lifecycle.serving()).isTrue();
        assertThat(process.readiness.writeReady()).isTrue();
    }

    @Test
    void aDrainDuringTheStartWinsOverTheStart() {
        // Given
        lifecycle.drain(Deadline.after(PATIENCE));

        // When
        lifecycle.serve();

        // Then
        assertThat(lifecycle.draining()).isTrue();
        assertThat(process.readiness.readReady()).isFalse();
    }

    @Test
    void aFailedProcessStaysFailed() {
        // Given
        lifecycle.serve();
        lifecycle.fail("task compute");

        // When
        lifecycle.drain(Deadline.after(PATIENCE));
        lifecycle.stop(REPORT);

        // Then
        assertThat(lifecycle.state()).isEqualTo(new State.Failed("task compute"));
        assertThat(lifecycle.draining()).isTrue();
    }

    @Test
    void aListenerSeesWhereItIsAndWhereItGoes() {
        // Given
        lifecycle.serve();
        var listener = lifecycle.changes().subscribe().withSubscriber(AssertSubscriber.create(2));
        listener.awaitItems(1, PATIENCE);

        // When
        lifecycle.fail("disk");

        // Then
        listener.awaitItems(2, PATIENCE).assertItems(new State.Serving(), new State.Failed("disk"));
    }

    @Test
    void ticksRestUnlessTheProcessServes() {
        // Given
        var skip = new WhenDraining(lifecycle);
        boolean whileStarting = skip.test(EXECUTION);
        lifecycle.serve();
        boolean whileServing = skip.test(EXECUTION);

        // When
        lifecycle.drain(Deadline.after(PATIENCE));

        // Then
        assertThat(whileStarting).isTrue();
        assertThat(whileServing).isFalse();
        assertThat(skip.test(EXECUTION)).isTrue();
    }
}
