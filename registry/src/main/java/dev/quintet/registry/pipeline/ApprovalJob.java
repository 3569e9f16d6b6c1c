package dev.quintet.registry.pipeline;

import dev.quintet.shared.deadline.Deadline;

/** A signer's approval on its way to the committer. */
public record ApprovalJob(String proposalId, String signerId, String signature, Deadline deadline) {}
