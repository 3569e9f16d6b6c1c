package dev.quintet.wallet.pipeline;

import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.wallet.domain.Ledger.Batch;
import dev.quintet.wallet.domain.Ledger.Result;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** The door to the committers: admits or refuses at once, never waits. */
@ApplicationScoped
public class Intake {
    private final BoundedChannel<CommitJob> work;
    private final LedgerHealth health;
    private final WalletMetrics metrics;

    Intake(BoundedChannel<CommitJob> work, LedgerHealth health, WalletMetrics metrics) {
        this.work = work;
        this.health = health;
        this.metrics = metrics;
    }

    /** Refuses when writes are not served; the first thing a request asks. */
    public void requireWritable() {
        health.requireWritable();
    }

    /** The results once they are durable. {@code endpoint} labels the refusal when the queue is full. */
    public Uni<List<Result>> submit(Batch batch, Deadline deadline, String endpoint) {
        batch.commands().forEach(command -> metrics.requested(command.op()));
        var job = new CommitJob(batch, deadline);
        switch (work.offer(job)) {
            case ACCEPTED -> {}
            case FULL -> {
                metrics.busy(endpoint);
                throw new ServiceException(CommonError.BUSY, "work queue is full");
            }
            case CLOSED -> throw new ServiceException(CommonError.DRAINING, "the wallet is shutting down");
        }
        return Uni.createFrom().completionStage(job.answer());
    }
}
