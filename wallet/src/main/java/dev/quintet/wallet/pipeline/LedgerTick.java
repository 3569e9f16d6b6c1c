package dev.quintet.wallet.pipeline;

import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.lifecycle.WhenDraining;
import dev.quintet.wallet.domain.Ledger.Batch;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;

/** Sends an empty batch every second: it ends holds whose time is over, and finds out that a stalled ledger is back. */
@ApplicationScoped
class LedgerTick {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final BoundedChannel<CommitJob> work;

    LedgerTick(BoundedChannel<CommitJob> work) {
        this.work = work;
    }

    @Scheduled(
            identity = "ledger",
            every = "1s",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = WhenDraining.class)
    void tick() {
        // A full queue has callers whose jobs do the same.
        work.offer(new CommitJob(new Batch(List.of(), false), Deadline.after(PATIENCE)));
    }
}
