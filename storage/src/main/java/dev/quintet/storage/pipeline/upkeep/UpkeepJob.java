package dev.quintet.storage.pipeline.upkeep;

/** What keeps the store sound and small, one at a time. */
public enum UpkeepJob {
    /** Verifies the next stretch of every volume. */
    SCRUB,
    /** Takes chunks that nobody refers to, and compacts. */
    COLLECT,
    /** Ends uploads whose time is over. */
    EXPIRE
}
