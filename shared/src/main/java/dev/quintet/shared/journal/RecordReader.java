package dev.quintet.shared.journal;

import java.nio.ByteBuffer;

/** Walks over durable records in order, each verified as it is read. For one thread; close it when done. */
public interface RecordReader extends AutoCloseable {

    /**
     * Moves to the next record; false when there is no further durable one now (there may be one later).
     *
     * @throws CorruptionException when a durable record cannot be read; the reader stays in front of it
     * @throws JournalException with {@code PRUNED} when pruning overtook the reader
     */
    boolean next();

    /** The sequence of the record moved to. */
    long sequence();

    /** The record moved to, read-only; valid until {@link #next()} or {@link #close()}. */
    ByteBuffer record();

    /** Where the record moved to lies, for {@link RecordLog#fetch}. */
    long place();

    @Override
    void close();
}
