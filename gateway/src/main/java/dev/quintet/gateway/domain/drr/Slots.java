package dev.quintet.gateway.domain.drr;

/** How many requests the upstream may have at the same time; the adaptive limit implements it. */
public interface Slots {

    /** The limit as of now; may change with every finished request. */
    int limit();

    /** A request ended after {@code tookNanos} while {@code inflight} (itself included) were with the upstream. */
    void finished(long tookNanos, int inflight, boolean healthy, long now);
}
