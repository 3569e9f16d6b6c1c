package dev.quintet.registry.pipeline;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.deadline.Deadline;

/** A proposal on its way to the committer; the payload is in canonical form. */
public record ProposalJob(String payload, ContentAddress payloadAddress, Deadline deadline) {}
