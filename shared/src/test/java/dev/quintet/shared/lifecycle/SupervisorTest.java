package dev.quintet.shared.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.shared.metrics.MetricNames;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class SupervisorTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Fixture process = new Fixture();
    private final Supervisor supervisor = process.supervisor;
    private final AtomicInteger starts = new AtomicInteger();

    @Test
    void aFailedTaskIsRestartedAfterItsDelay() {
        // Given
        supervisor.run("compute", "worker", this::failFirst);
        int before = starts.get();

        // When
        process.timer.advance(Duration.ofMillis(400));

        // Then
        assertThat(before).isEqualTo(1);
        assertThat(starts).hasValue(2);
        assertThat(process.count(MetricNames.TASKS_SPAWNED, "kind", "worker")).isEqualTo(2);
        assertThat(process.count(MetricNames.TASKS_PANICKED, "kind", "worker")).isEqualTo(1);
        assertThat(process.count(MetricNames.SERVICE_RESTARTS, "task", "compute"))
                .isEqualTo(1);
    }

    @Test
    void isNotRestartedBeforeItsDelay() {
        // Given
        supervisor.run("compute", "worker", this::failFirst);

        // When
        process.timer.advance(Duration.ofMillis(99));

        // Then
        assertThat(starts).hasValue(1);
    }

    @Test
    void anExceptionInsteadOfAUniIsAFailureToo() {
        // When
        supervisor.run("compute", "worker", () -> {
            starts.incrementAndGet();
            throw new IllegalStateException("no body");
        });

        // Then
        assertThat(process.count(MetricNames.TASKS_PANICKED, "kind", "worker")).isEqualTo(1);
    }

    @Test
    void fiveRestartsInAMinuteGiveUpWritesButNotReads() {
        // Given
        process.lifecycle.serve();
        supervisor.run("compute", "worker", this::fail);
        boolean ready = process.readiness.writeReady();

        // When
        process.timer.advance(Duration.ofSeconds(20));

        // Then
        assertThat(ready).isTrue();
        assertThat(process.readiness.causes()).containsExactly("task_compute");
        assertThat(process.readiness.readReady()).isTrue();
        assertThat(process.meters
                        .get(MetricNames.READYZ_DEGRADED)
                        .tag("cause", "task_compute")
                        .gauge()
                        .value())
                .isEqualTo(1);
    }

    @Test
    void aTaskThatRunsAgainForAMinuteIsForgiven() {
        // Given
        process.lifecycle.serve();
        supervisor.run("compute", "worker", () -> starts.incrementAndGet() <= 6 ? broken() : running());
        process.timer.advance(Duration.ofSeconds(30));
        boolean degraded = !process.readiness.writeReady();

        // When
        process.timer.advance(Duration.ofSeconds(90));

        // Then
        assertThat(degraded).isTrue();
        assertThat(process.readiness.writeReady()).isTrue();
    }

    @Test
    void aTaskThatKeepsFailingIsNeverForgiven() {
        // Given
        process.lifecycle.serve();
        supervisor.run("compute", "worker", this::fail);
        process.timer.advance(Duration.ofSeconds(30));

        // When
        int forgiven = 0;
        for (int step = 0; step < 1_200; step++) {
            process.timer.advance(Duration.ofMillis(100));
            forgiven += process.readiness.writeReady() ? 1 : 0;
        }

        // Then
        assertThat(forgiven).isZero();
    }

    @Test
    void anErrorEndsTheProcess() {
        // When
        supervisor.run("compute", "worker", () -> Uni.createFrom().failure(new AssertionError("broken")));

        // Then
        assertThat(process.exits).containsExactly(Supervisor.EXIT_FATAL);
        assertThat(process.lifecycle.state()).isInstanceOf(State.Failed.class);
        assertThat(process.readiness.readReady()).isFalse();
        process.timer.advance(Duration.ofMinutes(1));
        assertThat(process.count(MetricNames.TASKS_SPAWNED, "kind", "worker")).isEqualTo(1);
    }

    @Test
    void aRestartedConsumerGoesOnWithTheSameChannel() {
        // Given
        var channel = new BoundedChannel<Integer>("work", 8);
        var handled = new ConcurrentLinkedQueue<Integer>();
        var threads = HandlerThreads.named("supervisor-test");
        supervisor.run("compute", "worker", () -> {
            // The first executor is one that has been shut down.
            return starts.incrementAndGet() == 1
                    ? channel.consume(
                            1,
                            task -> {
                                throw new java.util.concurrent.RejectedExecutionException("shut down");
                            },
                            handled::add)
                    : channel.consume(1, threads, handled::add);
        });
        channel.offer(1);
        channel.offer(2);

        // When
        process.timer.advance(Duration.ofMillis(400));
        channel.close();

        // Then
        assertThat(join()).isTrue();
        assertThat(handled).containsExactly(1, 2);
    }

    @Test
    void aDrainDoesNotWaitForABackoff() {
        // Given
        supervisor.run("compute", "worker", this::failFirst);

        // When
        supervisor.beginDrain();

        // Then
        assertThat(starts).hasValue(2);
    }

    @Test
    void aTaskWithoutAnEndIsCancelledWhenTheDrainBegins() {
        // Given
        var cancelled = new AtomicInteger();
        supervisor.runUntilDrain(
                "reload", "watcher", () -> running().onCancellation().invoke(cancelled::incrementAndGet));

        // When
        supervisor.beginDrain();

        // Then
        assertThat(cancelled).hasValue(1);
        assertThat(process.count(MetricNames.TASKS_CANCELED, "kind", "watcher")).isEqualTo(1);
        assertThat(join()).isTrue();
    }

    @Test
    void abortCancelsAndNamesWhatStillRuns() {
        // Given
        var cancelled = new AtomicInteger();
        supervisor.run("compute", "worker", () -> running().onCancellation().invoke(cancelled::incrementAndGet));
        supervisor.run("writer", "worker", () -> Uni.createFrom().voidItem());

        // When
        var aborted = supervisor.abort();

        // Then
        assertThat(aborted).containsExactly("compute");
        assertThat(cancelled).hasValue(1);
        assertThat(process.count(MetricNames.TASKS_ABORTED, "kind", "worker")).isEqualTo(1);
    }

    @Test
    void aTaskThatIsAbortedWhileItStartsIsCancelledToo() {
        // Given
        var cancelled = new AtomicInteger();

        // When
        supervisor.run("compute", "worker", () -> {
            supervisor.abort();
            return running().onCancellation().invoke(cancelled::incrementAndGet);
        });

        // Then
        assertThat(cancelled).hasValue(1);
    }

    @Test
    void anAbortedTaskIsNotRestarted() {
        // Given
        supervisor.run("compute", "worker", this::fail);

        // When
        supervisor.abort();
        process.timer.advance(Duration.ofMinutes(1));
        supervisor.beginDrain();

        // Then
        assertThat(starts).hasValue(1);
    }

    @Test
    void refusesASecondTaskOfTheSameName() {
        // Given
        supervisor.run("compute", "worker", SupervisorTest::running);

        // Then
        assertThatThrownBy(() -> supervisor.run("compute", "worker", SupervisorTest::running))
                .hasMessageContaining("twice");
    }

    private Uni<Void> fail() {
        starts.incrementAndGet();
        return broken();
    }

    private Uni<Void> failFirst() {
        return starts.incrementAndGet() == 1 ? broken() : running();
    }

    private boolean join() {
        try {
            return supervisor.join(Deadline.after(PATIENCE));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Uni<Void> broken() {
        return Uni.createFrom().failure(new IllegalStateException("injected"));
    }

    private static Uni<Void> running() {
        return Uni.createFrom().completionStage(new CompletableFuture<>());
    }
}
