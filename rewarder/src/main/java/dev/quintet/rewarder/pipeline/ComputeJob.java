package dev.quintet.rewarder.pipeline;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.deadline.Deadline;

/** An epoch with sealed inputs, ready to be computed. */
public record ComputeJob(String epoch, ContentAddress inputs, Deadline deadline) {}
