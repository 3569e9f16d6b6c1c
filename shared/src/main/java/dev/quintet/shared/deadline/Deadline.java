package dev.quintet.shared.deadline;

import java.time.Duration;

/** A moment on the monotonic clock past which work is pointless; immutable, travels as an argument or a record field. */
public record Deadline(long nanos) {

    /** The deadline {@code budget} from now. */
    public static Deadline after(Duration budget) {
        return new Deadline(System.nanoTime() + budget.toNanos());
    }

    /** What is left; zero once expired, never negative. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
    }

    public boolean expired() {
        // A difference, not a comparison: nanoTime may wrap.
        return nanos - System.nanoTime() <= 0;
    }

    /** The nearer of the two. */
    public Deadline earlier(Deadline other) {
        return nanos - other.nanos <= 0 ? this : other;
    }
}
