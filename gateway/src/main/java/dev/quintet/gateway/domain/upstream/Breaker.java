package dev.quintet.gateway.domain.upstream;

/**
 * Stops asking an upstream that fails: opens after {@code failures} in a row, or when half of a window failed; then lets one
 * probe at a time through, and closes after {@code probes} good ones. Each failed probe doubles the pause up to a cap.
 */
public final class Breaker {
    private static final int WINDOW = 64;

    private final Settings settings;
    private State state = State.CLOSED;
    private int streak;
    private int seen;
    private int failed;
    private long pause;
    private long openUntil;
    private int good;
    private boolean probing;

    public enum State {
        CLOSED,
        OPEN,
        HALF_OPEN
    }

    /** When it opens and closes; {@code pauseMaxNanos} caps the doubling pause. */
    public record Settings(int failures, int probes, long pauseNanos, long pauseMaxNanos) {}

    public Breaker(Settings settings) {
        this.settings = settings;
        this.pause = settings.pauseNanos();
    }

    /** Whether a request may be sent now; one that was permitted must be reported by {@link #ended}. */
    public boolean permits(long now) {
        if (state == State.OPEN && now - openUntil >= 0) {
            state = State.HALF_OPEN;
            good = 0;
            probing = false;
        }
        if (state == State.HALF_OPEN && !probing) {
            probing = true;
            return true;
        }
        return state == State.CLOSED;
    }

    /** How a permitted request ended. */
    public void ended(boolean success, long now) {
        switch (state) {
            case CLOSED -> endedClosed(success, now);
            case HALF_OPEN -> endedProbe(success, now);
            case OPEN -> {
                // Sent before it opened: tells nothing new.
            }
        }
    }

    /** A permitted request was given up before it told anything. */
    public void abandoned() {
        probing = false;
    }

    public State state() {
        return state;
    }

    /** Whole seconds until the next probe; at least 1. */
    public int retryAfterSeconds(long now) {
        return state == State.OPEN ? (int) Math.max(1, (openUntil - now + 999_999_999L) / 1_000_000_000L) : 1;
    }

    private void endedClosed(boolean success, long now) {
        streak = success ? 0 : streak + 1;
        seen++;
        failed += success ? 0 : 1;
        boolean half = seen >= WINDOW && failed * 2 >= seen;
        if (streak >= settings.failures() || half) {
            pause = settings.pauseNanos();
            open(now);
        } else if (seen >= WINDOW) {
            seen = 0;
            failed = 0;
        }
    }

    private void endedProbe(boolean success, long now) {
        probing = false;
        if (!success) {
            pause = Math.min(settings.pauseMaxNanos(), pause * 2);
            open(now);
        } else if (++good >= settings.probes()) {
            state = State.CLOSED;
            streak = 0;
            seen = 0;
            failed = 0;
        }
    }

    private void open(long now) {
        state = State.OPEN;
        openUntil = now + pause;
    }
}
