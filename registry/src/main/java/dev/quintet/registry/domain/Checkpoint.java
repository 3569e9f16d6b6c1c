package dev.quintet.registry.domain;

import dev.quintet.shared.content.ContentAddress;
import java.time.Instant;

/** A signed statement: the log had this many commits, this Merkle root and this head. {@code note} is the signed text. */
public record Checkpoint(long size, String rootBase64, ContentAddress hash, Instant at, String note) {}
