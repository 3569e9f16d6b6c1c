package dev.quintet.registry.api;

import dev.quintet.shared.error.ErrorCode;

/** The codes only the registry answers with. */
public enum RegistryError implements ErrorCode {
    INVALID_SIG(422, false, "Invalid signature"),
    QUORUM_FAILED(422, false, "Quorum failed"),
    REVOKED_KEY(409, false, "Revoked key"),
    DUPLICATE_APPROVAL(409, false, "Duplicate approval"),
    CHAIN_MISMATCH(409, true, "Chain mismatch"),
    EXPIRED(409, false, "Proposal expired"),
    PRUNED(410, false, "Version pruned"),
    STORAGE_BUSY(503, true, "Storage busy");

    private final int status;
    private final boolean retryable;
    private final String title;

    RegistryError(int status, boolean retryable, String title) {
        this.status = status;
        this.retryable = retryable;
        this.title = title;
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public boolean retryable() {
        return retryable;
    }

    @Override
    public String title() {
        return title;
    }
}
