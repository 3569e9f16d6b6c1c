package dev.quintet.rewarder.pipeline;

import dev.quintet.shared.content.ContentAddress;

/** A computed run, named by its manifest's address. */
public record RunResult(String epoch, ContentAddress manifest) {}
