package dev.quintet.wallet.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.ChannelRegistry;
import dev.quintet.shared.lifecycle.Readiness;
import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Command;
import dev.quintet.wallet.domain.Ledger.Batch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a queue that is full costs, counted exactly. */
@Timeout(60)
class IntakeTest {
    private static final int CAPACITY = 512;
    private static final int CALLERS = 16;
    private static final int EACH = 100;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final BoundedChannel<CommitJob> work =
            new ChannelRegistry(meters).bounded("work", CAPACITY, "Intake", "Committer");
    private final Intake intake = new Intake(work, new LedgerHealth(new Readiness(meters)), new WalletMetrics(meters));

    @Test
    void whatDoesNotFitIsRefusedAtOnceAndEveryRefusalIsCounted() {
        // Given
        var accepted = new AtomicInteger();
        var busy = new AtomicInteger();

        // When: more than fit, from many threads, and nobody takes any.
        try (var threads = Executors.newFixedThreadPool(CALLERS)) {
            for (int caller = 0; caller < CALLERS; caller++) {
                threads.execute(() -> {
                    for (int i = 0; i < EACH; i++) {
                        (submitted() ? accepted : busy).incrementAndGet();
                    }
                });
            }
        }

        // Then
        assertThat(accepted).hasValue(CAPACITY);
        assertThat(busy).hasValue(CALLERS * EACH - CAPACITY);
        assertThat(meters.get("queue_depth").tag("queue", "work").gauge().value())
                .isEqualTo(CAPACITY);
        assertThat(meters.get("busy_rejections_total")
                        .tag("endpoint", "issue")
                        .counter()
                        .count())
                .isEqualTo(CALLERS * EACH - CAPACITY);
        assertThat(meters.get("queue_dropped_total")
                        .tag("queue", "work")
                        .functionCounter()
                        .count())
                .isEqualTo(CALLERS * EACH - CAPACITY);
    }

    @Test
    void aClosedQueueSaysThatTheWalletIsShuttingDown() {
        work.close();

        assertThatThrownBy(this::submitted)
                .isInstanceOfSatisfying(
                        ServiceException.class, e -> assertThat(e.code()).isEqualTo(CommonError.DRAINING));
    }

    private boolean submitted() {
        var command = Command.issue("alice", "ron", Amount.of(1)).key("k");
        try {
            var _ = intake.submit(new Batch(List.of(command), false), Deadline.after(Duration.ofSeconds(5)), "issue");
            return true;
        } catch (ServiceException e) {
            if (e.code() == CommonError.BUSY) {
                return false;
            }
            throw e;
        }
    }
}
