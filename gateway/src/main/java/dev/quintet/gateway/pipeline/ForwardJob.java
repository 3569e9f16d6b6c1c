package dev.quintet.gateway.pipeline;

import dev.quintet.shared.deadline.Deadline;

/** A request waiting for its tenant's turn; cost in units of the round-robin. */
public record ForwardJob(String tenant, int cost, Deadline deadline) {}
