package dev.quintet.gateway.domain.drr;

/** A limit that a test sets. */
final class FixedSlots implements Slots {
    int limit;

    FixedSlots(int limit) {
        this.limit = limit;
    }

    @Override
    public int limit() {
        return limit;
    }

    @Override
    public void finished(long tookNanos, int inflight, boolean healthy, long now) {}
}
