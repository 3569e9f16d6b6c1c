package dev.quintet.registry.store;

/** What happens to the writer and is worth counting. */
public interface StoreMoments {
    /** Somebody else moved the head between the judgement and the append. */
    void casFailed();

    /** The disk refused, and the writer waits before it tries again. */
    void backedOff(String op);

    /** The log was opened on existing data. */
    void recovered();
}
