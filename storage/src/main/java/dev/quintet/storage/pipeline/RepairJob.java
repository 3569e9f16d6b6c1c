package dev.quintet.storage.pipeline;

import dev.quintet.shared.content.ContentAddress;

/** An object that lacks copies; an urgent one is never skipped. */
public record RepairJob(ContentAddress address, boolean urgent) {}
