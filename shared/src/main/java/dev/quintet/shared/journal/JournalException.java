package dev.quintet.shared.journal;

import org.jspecify.annotations.Nullable;

/** A journal's refusal or failure; {@link #reason()} says what the caller can do about it. */
public class JournalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why, in terms of what helps. */
    public enum Reason {
        /** The record exceeds the configured maximum; nothing was written. */
        TOO_LARGE,
        /** The queue before the writer is full; nothing was written, try later. */
        FULL,
        /** The journal is closed; nothing was written. */
        CLOSED,
        /** No room for the next segment; this record was not written, earlier ones are safe, space helps. */
        NO_SPACE,
        /** A write or sync failed: the outcome of this record is unknown, and only a restart with recovery helps. */
        FAILED,
        /** Another process has the directory open. */
        LOCKED,
        /** The sequence lies before the oldest segment kept. */
        PRUNED,
        /** The files contradict themselves; see {@link CorruptionException}. */
        CORRUPT
    }

    private final Reason reason;

    JournalException(Reason reason, String message) {
        this(reason, message, null);
    }

    JournalException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
