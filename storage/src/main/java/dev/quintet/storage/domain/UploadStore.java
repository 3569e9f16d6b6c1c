package dev.quintet.storage.domain;

import dev.quintet.shared.content.ContentAddress;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Objects that arrive in pieces over any number of requests and restarts. What {@link #append} returned from is durable;
 * full chunks lie where the finished object will have them, so finishing reads nothing again. Calls block.
 */
public interface UploadStore {
    /** The most one piece may hold. */
    int PIECE_BYTES_MAX = 1 << 20;

    /** Starts an upload; its id is unguessable and safe in a path. */
    Upload create(
            String owner, OptionalLong length, String metadata, Optional<ContentAddress> expected, Instant expires);

    /** The upload as far as it is durable; empty when it never was, was ended, or has expired. */
    Optional<Upload> find(String id);

    /** Settles the length of an upload that was created without one. */
    Upload announce(String id, long length);

    /**
     * Takes the remaining bytes, at most {@link #PIECE_BYTES_MAX}, at {@code offset}. Durable when it returns.
     *
     * @throws StoreException {@code GONE}, {@code OFFSET_MISMATCH}, {@code LOCKED} or {@code LENGTH}, and what writes throw
     */
    Upload append(String id, long offset, ByteBuffer bytes);

    /**
     * Makes the object visible; repeating it answers the same.
     *
     * @throws StoreException {@code DIGEST_MISMATCH} (the upload is ended then), {@code LENGTH}, {@code LOCKED} or {@code GONE}
     */
    Stored finish(String id);

    /** Gives the upload up; false when there is none. */
    boolean end(String id);

    /** Ends what has expired; answers how many. */
    int expire(Instant now);
}
