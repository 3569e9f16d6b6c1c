package dev.quintet.storage.domain;

import dev.quintet.shared.content.ContentAddress;
import java.util.Optional;

/**
 * Immutable objects by their address. Calls block and belong on virtual threads; any number may run at the same time.
 * Nothing half-written is ever visible, and no byte is handed out that was not verified against its address.
 * Refusals are {@link StoreException}s.
 */
public interface ObjectStore {

    /**
     * Starts an object that becomes visible with {@link ObjectWriter#finish()} only.
     *
     * @param owner recorded if this writer is the first to store the object; may be empty
     * @param expected enforced by {@code finish} when present
     */
    ObjectWriter begin(String owner, Optional<ContentAddress> expected);

    /** Stores bytes that are all in hand; the same as begin, append, finish. */
    default Stored put(byte[] content, String owner, Optional<ContentAddress> expected) {
        try (var writer = begin(owner, expected)) {
            writer.append(java.nio.ByteBuffer.wrap(content));
            return writer.finish();
        }
    }

    /** What is known of an object; empty when it is absent or deleted. */
    Optional<ObjectInfo> find(ContentAddress address);

    /** For reading; the object stays readable for the reader's life, even if it is deleted meanwhile. */
    Optional<ObjectReader> open(ContentAddress address);

    /** Hides the object at once; its space comes back by compaction. */
    Deletion delete(ContentAddress address);

    /** Protects from deletion, or stops doing so; false when there is no such object. Durable when it returns. */
    boolean pin(ContentAddress address, boolean pinned);

    /** What became of a deletion. */
    enum Deletion {
        DELETED,
        ABSENT,
        /** It is pinned and stays. */
        PINNED
    }
}
