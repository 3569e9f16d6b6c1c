package dev.quintet.storage.store.pack;

import org.jspecify.annotations.Nullable;

/** What a record says. The codes are part of the format and without gaps. */
public enum Kind {
    /** A copy of a chunk; id and hash are its chaining value, aux its group. */
    DATA(1),
    /** A shard of a chunk; hash is the payload's, aux the chunk's bytes. */
    SHARD(2),
    /** The manifest of the object id; hash is the payload's. */
    OBJECT(3),
    /** The manifest, aux bytes of it, and the only chunk of the object id; hash is the manifest's. */
    WHOLE(4),
    /** The object id is deleted, as far as it is older. */
    TOMBSTONE(5),
    /** The object id is pinned (aux 1) or is not (aux 0). */
    PIN(6),
    /** An upload begins. */
    UPLOAD(7),
    /** A piece of an upload was taken. */
    PART(8),
    /** An upload has ended. */
    UPLOAD_END(9),
    /** How far the scrub is. */
    CURSOR(10);

    private static final Kind[] VALUES = values();

    private final int code;

    Kind(int code) {
        this.code = code;
    }

    static @Nullable Kind of(int code) {
        return code >= 1 && code <= VALUES.length ? VALUES[code - 1] : null;
    }

    int code() {
        return code;
    }

    /** Whether it is a piece of content, found by {@code pieces}. */
    public boolean piece() {
        return this == DATA || this == SHARD;
    }

    /** Whether it is an object's manifest, found by {@code objects}. */
    public boolean object() {
        return this == OBJECT || this == WHOLE;
    }
}
