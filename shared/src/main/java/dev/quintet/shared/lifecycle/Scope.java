package dev.quintet.shared.lifecycle;

/** What a cause of unreadiness takes away; writes are given up before reads. */
public enum Scope {
    /** Writes are refused, reads go on. */
    WRITES,
    /** Neither reads nor writes. */
    READS
}
