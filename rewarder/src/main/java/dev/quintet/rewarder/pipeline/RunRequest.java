package dev.quintet.rewarder.pipeline;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.deadline.Deadline;

/** A run asked for over HTTP and not yet scheduled. */
public record RunRequest(String epoch, ContentAddress inputs, Deadline deadline) {}
