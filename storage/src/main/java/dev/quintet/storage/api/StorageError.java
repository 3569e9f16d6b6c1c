package dev.quintet.storage.api;

import dev.quintet.shared.error.ErrorCode;

/** The codes only the storage answers with. */
public enum StorageError implements ErrorCode {
    DIGEST_MISMATCH(409, false, "The bytes do not have the address"),
    PINNED(409, false, "The object is pinned"),
    OFFSET_MISMATCH(409, false, "The upload is at another offset"),
    PRECONDITION_FAILED(412, false, "Precondition failed"),
    TUS_VERSION(412, false, "Another version of tus is needed"),
    RANGE_NOT_SATISFIABLE(416, false, "Range not satisfiable"),
    UPLOAD_LOCKED(423, true, "Another request writes to the upload"),
    CHECKSUM_MISMATCH(460, true, "The bytes do not have the checksum"),
    INTEGRITY(502, true, "No good copy is left"),
    NO_SPACE(507, true, "No space left");

    private final int status;
    private final boolean retryable;
    private final String title;

    StorageError(int status, boolean retryable, String title) {
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
