package dev.quintet.shared.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.shared.flow.Offer;
import dev.quintet.shared.metrics.MetricNames;
import dev.quintet.shared.testkit.Gate;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class DrainTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Executor THREADS = HandlerThreads.named("drain-test");

    private final Fixture process = new Fixture();
    private final ConcurrentLinkedQueue<Integer> written = new ConcurrentLinkedQueue<>();
    private final BoundedChannel<Integer> work = process.channels.bounded("work", 8, "Api", "ComputePool");
    private final BoundedChannel<Integer> results = process.channels.bounded("results", 8, "ComputePool", "Writer");

    @Test
    void theEndTravelsThroughThePipelineAndLosesNothing() throws Exception {
        // Given
        var drain = process.drain(PATIENCE);
        var gate = new Gate();
        pipeline(drain, gate);
        process.lifecycle.serve();
        work.offer(1);
        work.offer(2);
        gate.awaitReached();

        // When
        drain.begin();
        gate.open();
        var report = drain.await();

        // Then
        assertThat(written).containsExactly(10, 20);
        assertThat(report.clean()).isTrue();
        assertThat(report.tasksDrained()).isEqualTo(2);
        // One item was taken before the drain began: item 1 of `work`.
        assertThat(report.itemsDrained()).isEqualTo(3);
        assertThat(process.lifecycle.state()).isEqualTo(new State.Stopped(report));
    }

    @Test
    void fromTheFirstMomentNothingIsReadyAndIntakeIsRefused() {
        // Given
        var drain = process.drain(PATIENCE);
        drain.intake(work);
        process.supervisor.run("writer", "writer", () -> results.consume(1, THREADS, written::add));
        process.lifecycle.serve();

        // When
        drain.begin();

        // Then
        assertThat(process.readiness.readReady()).isFalse();
        assertThat(process.readiness.causes()).containsExactly("draining");
        assertThat(process.lifecycle.draining()).isTrue();
        assertThat(work.offer(1)).isEqualTo(Offer.CLOSED);
        assertThat(results.offer(1)).isEqualTo(Offer.ACCEPTED);
    }

    @Test
    void whatIsNotDoneAtTheDeadlineIsAbortedCountedAndAnswered() throws Exception {
        // Given
        var drain = process.drain(Duration.ofMillis(250));
        var never = new Gate();
        pipeline(drain, never);
        var answered = new ConcurrentLinkedQueue<Integer>();
        work.onAbort(answered::add);
        work.offer(1);
        work.offer(2);
        work.offer(3);
        never.awaitReached();

        // When
        drain.begin();
        var report = drain.await();

        // Then
        assertThat(answered).containsExactly(2, 3);
        assertThat(report.itemsAborted()).isEqualTo(2);
        assertThat(report.line()).contains("items_aborted=2");
        assertThat(report.took()).isBetween(Duration.ofMillis(50), Duration.ofSeconds(5));
    }

    @Test
    void aHandlerThatIgnoresTheInterruptIsNamedAndNotWaitedFor() throws Exception {
        // Given
        var drain = process.drain(Duration.ofMillis(250));
        var never = new Gate();
        drain.intake(work);
        process.supervisor.run("compute", "worker", () -> work.consume(1, THREADS, item -> stubborn(never)));
        work.offer(1);
        never.awaitReached();

        // When
        drain.begin();
        var report = drain.await();
        never.open();

        // Then
        assertThat(report.tasksAborted()).containsExactly("compute");
        assertThat(report.line()).contains("tasks_aborted=1 [compute]");
        assertThat(process.count(MetricNames.TASKS_ABORTED, "kind", "worker")).isEqualTo(1);
    }

    @Test
    void aSubscriberOfABusIsReleased() throws Exception {
        // Given
        var drain = process.drain(PATIENCE);
        var bus = process.channels.<Integer>broadcast("events", 4, "Writer", "Sse");
        var subscriber = bus.subscribe("sse").subscribe().withSubscriber(AssertSubscriber.create(1));

        // When
        drain.begin();
        drain.await();

        // Then
        subscriber.awaitCompletion(PATIENCE);
    }

    @Test
    void beginningTwiceChangesNothing() {
        // Given
        var begun = new AtomicInteger();
        var drain = new Drain(process.lifecycle, process.supervisor, process.channels, () -> {
            begun.incrementAndGet();
            return PATIENCE;
        });
        drain.begin();
        var report = drain.await();

        // When
        drain.begin();

        // Then
        assertThat(begun).hasValue(1);
        assertThat(process.lifecycle.state()).isEqualTo(new State.Stopped(report));
    }

    private void pipeline(Drain drain, Gate gate) {
        drain.intake(work);
        process.supervisor.run(
                "compute",
                "worker",
                () -> work.consume(1, THREADS, item -> {
                            gate.pass();
                            results.sendBlocking(item * 10, Deadline.after(PATIENCE));
                        })
                        .onTermination()
                        .invoke(results::close));
        process.supervisor.run("writer", "writer", () -> results.consumeBatches(4, THREADS, written::addAll));
    }

    private static void stubborn(Gate gate) {
        while (true) {
            try {
                gate.pass();
                return;
            } catch (InterruptedException e) {
                // Exactly what this handler is here for.
            }
        }
    }
}
