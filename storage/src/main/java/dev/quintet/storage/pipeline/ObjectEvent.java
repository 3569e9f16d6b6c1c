package dev.quintet.storage.pipeline;

import dev.quintet.shared.content.ContentAddress;

/** Something happened to an object; for the audit log and meters. */
public record ObjectEvent(Kind kind, ContentAddress address) {

    /** What happened. */
    public enum Kind {
        STORED,
        DELETED,
        REPAIRED,
        CORRUPT
    }
}
