package dev.quintet.registry.domain;

/** Why a command was refused. */
public enum Refusal {
    NOT_FOUND,
    MALFORMED,
    QUORUM_FAILED,
    REVOKED_KEY,
    DUPLICATE_APPROVAL,
    CHAIN_MISMATCH,
    EXPIRED,
    BUSY,
    STORAGE_BUSY
}
