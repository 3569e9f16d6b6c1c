package dev.quintet.registry.pipeline;

/** Versions below this one are covered by a durable checkpoint and may be pruned. */
public record RetentionJob(long keepFrom) {}
