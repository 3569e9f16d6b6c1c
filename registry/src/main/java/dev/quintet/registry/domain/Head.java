package dev.quintet.registry.domain;

import dev.quintet.shared.content.ContentAddress;
import java.time.Instant;

/** The newest commit of a log: its version and hash decide what may follow. */
public record Head(long version, ContentAddress hash, ContentAddress payload, Instant committedAt) {
    private static final ContentAddress ZERO = new ContentAddress(0, 0, 0, 0);

    /** The head of a log without commits; its hash is the {@code prev_hash} of the first. */
    public static final Head NONE = new Head(0, ZERO, ZERO, Instant.EPOCH);
}
