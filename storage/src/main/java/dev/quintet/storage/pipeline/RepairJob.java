package dev.quintet.storage.pipeline;

import dev.quintet.shared.content.ContentAddress;
import java.util.Optional;

/** An object that lacks pieces; empty for nothing but a look whether urgent repairs wait. */
public record RepairJob(Optional<ContentAddress> address) {
    static final RepairJob LOOK = new RepairJob(Optional.empty());
}
