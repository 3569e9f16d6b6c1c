package dev.quintet.storage.domain;

import dev.quintet.shared.content.ContentTree;
import java.nio.ByteBuffer;

/**
 * One object being read, for one thread at a time. Every chunk is verified before it is handed out; a missing or altered
 * copy is passed over for another one (or decoded), in the middle of a stream too, counted, and queued for repair.
 */
public interface ObjectReader extends AutoCloseable {

    ObjectInfo info();

    /** The chaining values of all chunks: the manifest, and what slice proofs are made of. */
    ContentTree tree();

    /**
     * The verified bytes of one 64 KiB chunk (only the last is shorter), in a buffer of the caller's own.
     *
     * @throws StoreException {@code INTEGRITY} when no good copy is left
     */
    ByteBuffer chunk(int index);

    /** Never fails. */
    @Override
    void close();
}
