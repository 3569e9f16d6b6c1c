package dev.quintet.registry.pipeline;

import dev.quintet.registry.domain.Command;
import dev.quintet.registry.domain.Outcome;
import dev.quintet.shared.deadline.Deadline;
import java.util.concurrent.CompletableFuture;

/** A command on its way to the committer, until when it is of use, and where its answer goes. */
sealed interface Job permits ProposalJob, ApprovalJob {
    Command command();

    Deadline deadline();

    CompletableFuture<Outcome> answer();
}
