package dev.quintet.storage.domain;

import java.nio.ByteBuffer;

/** One object under construction, for one thread. Holds at most a few chunks of memory, however large the object. */
public interface ObjectWriter extends AutoCloseable {

    /** Takes the buffer's remaining bytes, in order; may wait for the disks. */
    void append(ByteBuffer bytes);

    /** How many bytes were taken so far. */
    long length();

    /**
     * Makes the object visible once as many copies or shards as its policy asks for are synced.
     *
     * @throws StoreException {@code DIGEST_MISMATCH} when another address was expected; nothing is stored then
     */
    Stored finish();

    /** Gives up whatever was not finished; its space comes back by itself. */
    @Override
    void close();
}
