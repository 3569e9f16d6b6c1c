package dev.quintet.storage.api.stream;

import java.nio.ByteBuffer;

/** An answer in pieces of at most 64 KiB, fetched one after another by one thread at a time. */
public interface Pieces extends AutoCloseable {

    /** How many are left. */
    int left();

    /** The next one, in a buffer that is the caller's; blocks, and fails when there is no good copy. */
    ByteBuffer next();

    /** Never fails. */
    @Override
    void close();
}
