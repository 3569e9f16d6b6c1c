package dev.quintet.storage.store;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.storage.domain.Durability.Shards;
import dev.quintet.storage.domain.StoreException;
import dev.quintet.storage.store.pace.Pace;
import dev.quintet.storage.store.pack.KeyTable;
import dev.quintet.storage.store.pack.PackRecord;
import dev.quintet.storage.store.pack.Place;
import dev.quintet.storage.store.pack.Volume;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Compares what the volumes hold with what the policies ask for, and restores an object at a time. Thread-safe. */
public final class Repairer {
    private final EmbeddedStore store;

    Repairer(EmbeddedStore store) {
        this.store = store;
    }

    /** An object that lacks pieces; urgent when the next loss could be the last. */
    public record Plan(ContentAddress address, boolean urgent, boolean parity) {}

    /**
     * The inventory against the policies.
     *
     * @param plans urgent ones first, whole copies before shards; at most as many as asked for
     * @param lowest the smallest share of its pieces that any object has, 0 to 1
     */
    public record Inventory(long objects, long target, long missing, double lowest, List<Plan> plans) {}

    /** Counts every object's pieces; reads the manifests of those of several chunks. */
    public Inventory plan(int plansMax) {
        var tally = new Tally(plansMax);
        var seen = new KeyTable();
        for (var volume : store.volumes().volumes()) {
            volume.objects().forEach((a, b, place, stamp) -> {
                if (seen.place(a, b) == 0) {
                    seen.put(new ContentAddress(a, b, 0, 0), 1, 0);
                    tally.count(volume, place, a, b);
                }
            });
        }
        return tally.result();
    }

    /** Whether the object still lacks pieces that could be made. */
    public boolean lacks(ContentAddress address) {
        return store.objects().find(address).map(found -> missing(found) > 0).orElse(false);
    }

    /**
     * Makes the missing pieces of an object from the good ones; answers the bytes written.
     *
     * @throws StoreException {@code INTEGRITY} when too few are good
     */
    public long repair(ContentAddress address, Pace pace) throws InterruptedException {
        var object = store.objects().find(address);
        if (object.isEmpty()) {
            return 0;
        }
        var manifest = object.get().manifest();
        long bytes = 0;
        if (object.get().content() == null) {
            byte[] cvs = manifest.tree().cvs();
            for (int group = 0; group < manifest.tree().groups(); group++) {
                bytes += repairChunk(manifest, manifest.chunkId(cvs, group), group, pace);
            }
        }
        bytes += repairObject(address, object.get(), pace);
        if (bytes > 0) {
            store.moments().repaired(address, bytes);
        }
        return bytes;
    }

    private long repairChunk(Manifest manifest, ContentAddress id, int group, Pace pace) throws InterruptedException {
        var durability = manifest.durability();
        try (var holder = store.intents().holder()) {
            // Published first: the collector must not take the pieces that this repair counts on.
            boolean relied = holder.publish(Chunks.key(durability, id));
            int present = store.chunks().pieces(durability, id).size();
            if (relied && (present >= durability.pieces() || spare(present) == 0)) {
                return 0;
            }
            var chunk = store.chunks().read(durability, manifest.tree(), id, group);
            var pieces = store.chunks().pieces(durability, id);
            var records = store.chunks().missing(durability, id, group, chunk, pieces);
            var holders = pieces.stream().map(Chunks.Piece::volume).toList();
            return write(records, holders, pace);
        }
    }

    private long repairObject(ContentAddress address, ObjectIndex.Found found, Pace pace) throws InterruptedException {
        int count = found.manifest().copies() - store.objects().holders(address).size();
        var content = found.content();
        if (count <= 0) {
            return 0;
        }
        var records = content == null
                ? store.objectRecords(found.manifest(), found.stamp())
                : store.wholeRecords(found.manifest(), content, found.stamp());
        pace.takeAll((long) count * records.getFirst().head().recordBytes());
        // One after the other with a deletion: what was deleted meanwhile stays deleted.
        return store.gates().through(address, () -> {
            var holders = store.objects().holders(address);
            int missing = found.manifest().copies() - holders.size();
            boolean same = holders.stream().anyMatch(volume -> stamp(volume, address) == found.stamp());
            return same && missing > 0 ? spread(records.subList(0, missing), holders) : 0;
        });
    }

    private static long stamp(Volume volume, ContentAddress address) {
        return volume.objects().get(address.a(), address.b()).stamp();
    }

    private long write(List<PackRecord> records, List<Volume> holders, Pace pace) throws InterruptedException {
        for (var record : records) {
            pace.takeAll(record.head().recordBytes());
        }
        return spread(records, holders);
    }

    /** As many as there are volumes for; the rest waits for a volume to come back. */
    private long spread(List<PackRecord> records, List<Volume> holders) {
        int count = Math.min(records.size(), spare(holders));
        var possible = records.subList(0, count);
        Spread.start(store.volumes(), possible, holders).await();
        return possible.stream()
                .mapToLong(record -> record.head().recordBytes())
                .sum();
    }

    private int spare(List<Volume> holders) {
        var writable = new ArrayList<>(store.volumes().writable(0, 0));
        writable.removeAll(holders);
        return writable.size();
    }

    private int spare(int present) {
        return Math.max(0, store.volumes().volumes().size() - present);
    }

    private long missing(ObjectIndex.Found found) {
        return new Tally(0).of(found);
    }

    /** One counting of everything. */
    private final class Tally {
        private final int plansMax;
        private final List<Plan> plans = new ArrayList<>();
        private long objects;
        private long target;
        private long missing;
        private double lowest = 1;

        Tally(int plansMax) {
            this.plansMax = plansMax;
        }

        void count(Volume volume, long place, long a, long b) {
            try {
                if (Place.whole(place) && holders(a, b) >= Place.shard(place)) {
                    objects++;
                    target += Place.shard(place);
                    return;
                }
                var record = volume.read(place);
                if (record != null) {
                    store.objects()
                            .find(record.head().id())
                            .ifPresent(found -> tally(record.head().id(), found));
                }
            } catch (IOException | StoreException _) {
                // Reading it has reported whatever is wrong.
            }
        }

        /** Whole objects are told apart by their key alone; only those that lack copies are worth a read. */
        private int holders(long a, long b) {
            int count = 0;
            for (var volume : store.volumes().volumes()) {
                count += volume.objects().place(a, b) == 0 ? 0 : 1;
            }
            return count;
        }

        long of(ObjectIndex.Found found) {
            tally(found.manifest().tree().address(), found);
            return missing;
        }

        private void tally(ContentAddress address, ObjectIndex.Found found) {
            var manifest = found.manifest();
            var durability = manifest.durability();
            objects++;
            int copies = store.objects().holders(address).size();
            long lost = note(copies, manifest.copies());
            boolean urgent = lost > 0 && copies <= 1;
            boolean parity = false;
            if (found.content() == null) {
                byte[] cvs = manifest.tree().cvs();
                for (int group = 0; group < manifest.tree().groups(); group++) {
                    int present = store.chunks()
                            .pieces(durability, manifest.chunkId(cvs, group))
                            .size();
                    long gone = note(present, durability.pieces());
                    urgent |= gone > 0 && present <= durability.needed();
                    parity |= gone > 0 && durability instanceof Shards;
                    lost += gone;
                }
            }
            if (lost > 0) {
                plans.add(new Plan(address, urgent, parity));
            }
        }

        private long note(int present, int wanted) {
            target += wanted;
            long gone = Math.max(0, wanted - present);
            missing += gone;
            lowest = Math.min(lowest, (double) present / wanted);
            return gone;
        }

        Inventory result() {
            plans.sort(Comparator.comparing((Plan plan) -> !plan.urgent()).thenComparing(Plan::parity));
            var first = plans.subList(0, Math.min(plansMax, plans.size()));
            return new Inventory(objects, target, missing, lowest, Collections.unmodifiableList(first));
        }
    }
}
