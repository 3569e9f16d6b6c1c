package dev.quintet.gateway.domain.drr;

/** What became of an offered request. */
public enum Admission {
    /** Nobody waits and there is a slot, which it now holds: forward it at once. Not told again by {@code granted}. */
    GO,
    /** It waits; {@code granted} or {@code dropped} will follow. */
    QUEUED,
    /** Its tenant has as many waiting as one tenant may: 429 BUSY. */
    TENANT_FULL,
    /** By the length of its tenant's queue it would wait too long: 503 BUSY now rather than later. */
    TOO_LATE
}
