package dev.quintet.storage.store.pack;

import dev.quintet.shared.content.ContentAddress;
import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The packs of one volume. Reads come from any thread; loading, adding and dropping from one at a time. */
final class Packs implements Closeable {
    /** The newest packs keep their file handles; a read of an older one opens it for itself. */
    private static final int HANDLES_MAX = 512;

    private final VolumeFiles files;
    private final ContentAddress identity;
    private final int salt;
    private final Map<Integer, Pack> packs = new ConcurrentHashMap<>();
    private volatile int last;

    Packs(VolumeFiles files, ContentAddress identity) {
        this.files = files;
        this.identity = identity;
        this.salt = PackFormat.salt(identity);
    }

    /** Tells everything that is there, oldest pack first, and seals what a dead process left open. */
    void load(Loader loader) throws IOException {
        var ordinals = files.list().stream()
                .map(PackFormat::ordinal)
                .filter(o -> o > 0)
                .sorted()
                .toList();
        for (int ordinal : ordinals) {
            var pack = new Pack(files, ordinal, salt, -1);
            packs.put(ordinal, pack);
            last = ordinal;
            load(pack, loader);
        }
    }

    private void load(Pack pack, Loader loader) throws IOException {
        var found = new java.util.ArrayList<Found>();
        var result = new PackScan(pack, salt).run((offset, head) -> found.add(new Found(offset, head)));
        for (var record : found) {
            loader.record(pack, Place.of(pack.ordinal(), record.offset(), record.head()), record.head());
        }
        if (result.sealed()) {
            pack.seal();
        } else if (found.isEmpty()) {
            drop(pack);
        } else {
            var writer = PackWriter.resume(pack, salt, result.end());
            found.forEach(record -> writer.note(record.offset(), record.head()));
            writer.seal();
        }
        closeOld(last - HANDLES_MAX);
    }

    private record Found(long offset, Head head) {}

    /** Takes one record of a pack that is being loaded. */
    @FunctionalInterface
    interface Loader {
        void record(Pack pack, long place, Head head);
    }

    PackWriter begin(long stamp) throws IOException {
        if (last == Place.ORDINAL_MAX) {
            throw new IOException("no pack ordinals left");
        }
        var pack = new Pack(files, last + 1, salt, stamp);
        var writer = PackWriter.begin(files, pack, identity, salt);
        last = pack.ordinal();
        packs.put(pack.ordinal(), pack);
        closeOld(last - HANDLES_MAX);
        return writer;
    }

    Collection<Pack> all() {
        return packs.values();
    }

    @Nullable
    Pack of(long place) {
        return packs.get(Place.pack(place));
    }

    /** Reads the record there; null when the pack is gone or there is no sound header. */
    @Nullable
    PackRecord read(long place) throws IOException {
        var pack = of(place);
        if (pack == null) {
            return null;
        }
        try {
            return pack.read(Place.offset(place), Place.bytesMax(place));
        } finally {
            if (pack.ordinal() <= last - HANDLES_MAX) {
                pack.close();
            }
        }
    }

    /** Tells the records of a sealed pack. */
    void scan(Pack pack, PackScan.Visitor visitor) throws IOException {
        new PackScan(pack, salt).run(visitor);
    }

    /** Deletes the pack; readers inside it keep their open file. */
    void drop(Pack pack) throws IOException {
        packs.remove(pack.ordinal());
        files.delete(pack.name());
        files.syncNames();
        pack.close();
    }

    @Override
    public void close() throws IOException {
        for (var pack : packs.values()) {
            pack.close();
        }
    }

    private void closeOld(int ordinal) throws IOException {
        var pack = packs.get(ordinal);
        if (pack != null) {
            pack.close();
        }
    }
}
