package dev.quintet.gateway.domain.upstream;

/**
 * Whether writes are given up so that reads go on: while the queue is over its high-water mark, until it is below the low
 * one, or while the upstream takes no writes.
 */
public final class Shedding {
    private int high;
    private int low;
    private boolean flooded;

    /** @param waitingMax what the queue holds at most; the marks are three quarters and a half of it */
    public Shedding(int waitingMax) {
        waitingMax(waitingMax);
    }

    public void waitingMax(int waitingMax) {
        high = Math.max(1, waitingMax - waitingMax / 4);
        low = waitingMax / 2;
    }

    /** Whether the gateway is degraded in front of this upstream now. */
    public boolean degraded(int waiting, boolean writeReady) {
        flooded = flooded ? waiting > low : waiting >= high;
        return flooded || !writeReady;
    }

    /** Requests that are shed first: all that change something. */
    public static boolean isWrite(String method) {
        return switch (method) {
            case "GET", "HEAD", "OPTIONS" -> false;
            default -> true;
        };
    }
}
