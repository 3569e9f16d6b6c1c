package dev.quintet.wallet.pipeline;

import dev.quintet.shared.deadline.Deadline;
import dev.quintet.wallet.domain.Ledger.Batch;
import dev.quintet.wallet.domain.Ledger.Result;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One caller's batch on its way to the ledger, and where its answer goes. */
public record CommitJob(Batch batch, Deadline deadline, CompletableFuture<List<Result>> answer) {

    CommitJob(Batch batch, Deadline deadline) {
        this(batch, deadline, new CompletableFuture<>());
    }
}
