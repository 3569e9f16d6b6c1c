package dev.quintet.registry.domain;

import dev.quintet.registry.domain.payload.Approval;
import java.time.Instant;

/** What happened, as the log keeps it; the state is the fold of these. */
public sealed interface Event {

    record Proposed(Proposal proposal) implements Event {}

    record Approved(String proposalId, Approval approval) implements Event {}

    record Committed(Artifact artifact, String corrId) implements Event {}

    record Checkpointed(Checkpoint checkpoint) implements Event {}

    /** The audit of a mutation that was refused: who asked for what, about which proposal and hash, and why not. */
    record Rejected(Instant at, Origin origin, String what, String subject, String hash, String code, String detail)
            implements Event {}
}
