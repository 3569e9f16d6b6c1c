package dev.quintet.registry.pipeline;

import dev.quintet.registry.domain.Command;
import dev.quintet.registry.domain.Outcome;
import dev.quintet.shared.deadline.Deadline;
import java.util.concurrent.CompletableFuture;

/** An approval whose signature is verified, or the note that one was refused. */
public record ApprovalJob(Command command, Deadline deadline, CompletableFuture<Outcome> answer) implements Job {}
