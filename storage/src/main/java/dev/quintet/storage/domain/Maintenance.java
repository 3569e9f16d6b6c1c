package dev.quintet.storage.domain;

import dev.quintet.shared.content.ContentAddress;
import java.util.List;
import java.util.Optional;

/** What an operator sees and asks for. Answers come from memory; requests are queued and never wait. */
public interface Maintenance {

    List<VolumeInfo> volumes();

    /** Plans a repair of one object or, when empty, of everything that lacks pieces; false when the queue is full. */
    boolean requestRepair(Optional<ContentAddress> address);

    /** Starts a scrub from the beginning. */
    void requestScrub();

    Progress progress();

    /**
     * One volume.
     *
     * @param state what it is good for now
     * @param liveBytes in use by live records
     * @param deadBytes waiting for compaction
     * @param freeBytes what the disk has left
     */
    record VolumeInfo(
            String name, VolumeState state, long pieces, long packs, long liveBytes, long deadBytes, long freeBytes) {}

    /** What a volume is good for. */
    enum VolumeState {
        /** Reads and writes. */
        HEALTHY,
        /** Reads; writes go elsewhere until there is room. */
        FULL,
        /** A write or sync failed: reads as far as they go, no writes until it is opened anew. */
        FAILED,
        /** The directory is gone. */
        LOST
    }

    /**
     * How far repair and scrub are.
     *
     * @param target pieces the policies ask for
     * @param missing pieces that are not there, as the last plan counted them
     * @param queued repairs waiting
     * @param repairedBytes written by repairs since the start
     * @param scrubbed share of the stored bytes that the running scrub has verified, 0 to 1
     * @param damaged pieces found altered since the start
     */
    record Progress(
            long objects, long target, long missing, long queued, long repairedBytes, double scrubbed, long damaged) {}
}
