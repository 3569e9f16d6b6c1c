package dev.quintet.storage.api;

import dev.quintet.shared.content.Blake3Tree;
import dev.quintet.storage.domain.ObjectInfo;
import java.util.List;

/** The JSON bodies. */
final class Answers {
    private Answers() {}

    /** A stored object. */
    public record StoredObject(String address, long size, long chunks) {
        static StoredObject of(ObjectInfo object) {
            return new StoredObject(object.address().toString(), object.size(), Blake3Tree.groups(object.size()));
        }
    }

    /** Written by hand, piece by piece; this is its shape for the contract. */
    public record Manifest(String address, long size, int chunkSize, String durability, List<String> chunks) {}

    /** One volume. */
    public record Volume(
            String name, String state, long pieces, long packs, long liveBytes, long deadBytes, long freeBytes) {}

    /** All volumes. */
    public record Volumes(List<Volume> volumes) {}

    /** How far repair and scrub are. */
    public record Progress(
            long objects, long target, long missing, long queued, long repairedBytes, double scrubbed, long damaged) {}
}
