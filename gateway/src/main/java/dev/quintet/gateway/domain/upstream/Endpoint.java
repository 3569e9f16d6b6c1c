package dev.quintet.gateway.domain.upstream;

import dev.quintet.gateway.domain.route.Upstreams.Address;

/** One address of an upstream: its load, and what its failures say about its health. */
public final class Endpoint {
    private static final int STREAK = 3;
    private static final long PAUSE_NANOS = 1_000_000_000L;
    private static final int DOUBLINGS_MAX = 5;

    private final Address address;
    private int inflight;
    private int streak;
    private int ejections;
    private long ejectedUntil;
    private boolean ejected;
    private boolean readReady = true;
    private boolean writeReady = true;

    public Endpoint(Address address) {
        this.address = address;
    }

    public Address address() {
        return address;
    }

    public int inflight() {
        return inflight;
    }

    public void started() {
        inflight++;
    }

    /** Failures that count are those of the connection and 502, 503, 504: a 500 is an answer. */
    public void ended(boolean success, long now) {
        inflight--;
        if (success) {
            streak = 0;
            ejections = 0;
        } else if (++streak >= STREAK) {
            ejected = true;
            ejectedUntil = now + (PAUSE_NANOS << Math.min(ejections, DOUBLINGS_MAX));
            ejections++;
            streak = STREAK - 1;
        }
    }

    /** What the last probe of its readiness said. */
    public void probed(boolean reads, boolean writes) {
        readReady = reads;
        writeReady = writes;
    }

    public boolean writeReady() {
        return writeReady;
    }

    /** Ejected ones come back for a single request after their pause: one more failure ejects them for twice as long. */
    boolean healthy(long now) {
        if (ejected && now - ejectedUntil >= 0) {
            ejected = false;
        }
        return readReady && !ejected;
    }
}
