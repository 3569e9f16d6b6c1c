package dev.quintet.registry.pipeline;

import dev.quintet.registry.domain.Command;
import dev.quintet.registry.domain.Outcome;
import dev.quintet.shared.deadline.Deadline;
import java.util.concurrent.CompletableFuture;

/** A proposal to be made or committed. */
public record ProposalJob(Command command, Deadline deadline, CompletableFuture<Outcome> answer) implements Job {}
