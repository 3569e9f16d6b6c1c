package dev.quintet.storage.domain;

/** The store's refusal; {@link #reason()} says what the caller can do about it. Nothing became visible. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why, in terms of what helps. */
    public enum Reason {
        /** Not the bytes of the expected address. */
        DIGEST_MISMATCH,
        /** No copy or too few shards are good; a repair is queued. */
        INTEGRITY,
        /** Too few volumes have room; reads go on. */
        NO_SPACE,
        /** Too few volumes are healthy for the policy; reads go on. */
        DEGRADED,
        /** A volume's queue is full; try later. */
        BUSY,
        /** The upload is at another offset. */
        OFFSET_MISMATCH,
        /** Another request writes to the same upload right now. */
        LOCKED,
        /** More bytes than the upload's length, or finished before it has them all. */
        LENGTH,
        /** There is no such upload, or it is finished, ended or expired. */
        GONE,
        /** The store is closed. */
        CLOSED
    }

    private final Reason reason;

    public StoreException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public StoreException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
