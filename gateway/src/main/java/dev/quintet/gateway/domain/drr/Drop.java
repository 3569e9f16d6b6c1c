package dev.quintet.gateway.domain.drr;

/** Why an accepted request is not served. */
public enum Drop {
    /** The queue was full and its tenant the most over-served: 503 BUSY, counted as dropped. */
    EVICTED,
    /** It waited for a quarter of its deadline: 503 BUSY. */
    WAITED,
    /** The gateway is shutting down: 503 DRAINING. */
    DRAINED
}
