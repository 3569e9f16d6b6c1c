package dev.quintet.registry.domain.payload;

import dev.quintet.shared.content.ContentAddress;

/** A commit's statement that the head it replaces must not be relied on. */
public record Supersede(ContentAddress of, Reason reason) {

    /** Why. */
    public enum Reason {
        KEY_COMPROMISE,
        DATA_ERROR,
        GOVERNANCE_ACTION,
        OTHER
    }
}
