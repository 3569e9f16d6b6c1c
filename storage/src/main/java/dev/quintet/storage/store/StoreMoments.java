package dev.quintet.storage.store;

import dev.quintet.shared.content.ContentAddress;

/** What happens inside the store, for meters, the audit log and the repair queue. Called on busy threads: be quick. */
public interface StoreMoments {

    /** A copy or shard was missing or not what was written; the object wants repair. */
    void damaged(ContentAddress address, Fault fault);

    /** Pieces of unknown objects may be missing: a volume came or went, or a chunk was found bad. */
    void wantsPlan();

    void stored(ContentAddress address);

    void deleted(ContentAddress address);

    void repaired(ContentAddress address, long bytes);

    void chunkRead(int bytes, long nanos);

    void chunkWritten(int bytes);

    /** What was wrong with a piece. */
    enum Fault {
        /** The index has no piece where there should be one. */
        MISSING,
        /** There is no sound record header where the index says. */
        HEADER,
        /** The bytes do not have their hash. */
        HASH,
        /** The volume did not give the bytes. */
        IO
    }
}
