package dev.quintet.shared.error;

/** A stable, upper-case error code with its HTTP status and retry advice; each service adds an enum of its own. */
public interface ErrorCode {

    /** The code on the wire; enums answer with their constant's name. */
    String name();

    int status();

    /** Whether the same request may succeed later without a change. */
    boolean retryable();

    /** A short human summary of the kind of error, the same for every occurrence. */
    String title();
}
