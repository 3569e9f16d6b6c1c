package dev.quintet.storage.store;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.storage.domain.StoreException;
import dev.quintet.storage.store.pace.Pace;
import dev.quintet.storage.store.pack.KeyTable;
import dev.quintet.storage.store.pack.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes chunks that nobody refers to: what two marks one epoch apart both miss, and what no writer means to use at that
 * moment. Then gives the space back, pack by pack. One epoch at a time.
 */
public final class Collector {
    private static final Logger LOG = Logger.getLogger(Collector.class);

    private final EmbeddedStore store;
    private @Nullable KeyTable missedBefore;

    Collector(EmbeddedStore store) {
        this.store = store;
    }

    /** Marks, and takes what the mark before missed as well; answers how many chunks went. */
    public int collect() {
        // A volume that is away may hold the manifest of a chunk that is here.
        if (!store.volumes().allHealthy() && !store.volumes().anyFull()) {
            missedBefore = null;
            return 0;
        }
        var used = mark();
        var before = missedBefore;
        missedBefore = used == null ? null : missed(used);
        return before == null || missedBefore == null ? 0 : sweep(before, missedBefore);
    }

    /** Gives back the space of packs of which more than {@code deadShare} is dead; answers the bytes. */
    public long compact(double deadShare, Pace pace) throws InterruptedException {
        long bytes = 0;
        for (var volume : store.volumes().volumes()) {
            var compaction = volume.compaction();
            for (int pack : compaction.compactable(deadShare)) {
                try {
                    bytes += compaction.compact(pack, head -> store.keeps(volume, head), pace::takeAll);
                } catch (IOException e) {
                    LOG.warnf("compaction of volume %s: %s", volume.name(), e.getMessage());
                    break;
                }
            }
        }
        return bytes;
    }

    /** Every chunk that an object, an upload or a reader refers to; null when not all of them could be read. */
    private @Nullable KeyTable mark() {
        var used = new KeyTable();
        // In this order: an upload becomes an object before it ends, so one of the two is seen.
        store.intents().markBegins();
        for (var upload : store.uploads().open()) {
            byte[] cvs = upload.cvs();
            for (int at = 0; at < cvs.length; at += ContentAddress.BYTES) {
                use(used, Chunks.key(upload.durability(), ContentAddress.of(cvs, at)));
            }
        }
        store.intents().readers().forEach(object -> use(used, object));
        var complete = new AtomicBoolean(true);
        var seen = new KeyTable();
        for (var volume : store.volumes().volumes()) {
            volume.objects().forEach((a, b, place, stamp) -> {
                if (!Place.whole(place) && seen.place(a, b) == 0) {
                    seen.put(new ContentAddress(a, b, 0, 0), 1, 0);
                    var manifest = manifest(a, b);
                    if (manifest == null) {
                        complete.set(false);
                    } else {
                        use(used, manifest);
                    }
                }
            });
        }
        return complete.get() ? used : null;
    }

    /** The manifest, wherever it can be read; null when it cannot. */
    private @Nullable Manifest manifest(long a, long b) {
        for (var volume : store.volumes().volumes()) {
            long place = volume.objects().place(a, b);
            try {
                var record = place == 0 ? null : volume.read(place);
                var found = record == null
                        ? null
                        : store.objects().read(record.head().id(), volume);
                if (found != null) {
                    return found.manifest();
                }
            } catch (IOException | StoreException _) {
                // Another volume may have it.
            }
        }
        return null;
    }

    private static void use(KeyTable used, Manifest object) {
        byte[] cvs = object.tree().cvs();
        for (int group = 0; group < object.tree().groups(); group++) {
            use(used, Chunks.key(object.durability(), object.chunkId(cvs, group)));
        }
    }

    private static void use(KeyTable used, ContentAddress key) {
        used.put(key, 1, 0);
    }

    private KeyTable missed(KeyTable used) {
        var missed = new KeyTable();
        for (var volume : store.volumes().volumes()) {
            volume.pieces().forEach((a, b, place, stamp) -> {
                if (used.place(a, b) == 0) {
                    missed.put(new ContentAddress(a, b, 0, 0), 1, 0);
                }
            });
        }
        return missed;
    }

    private int sweep(KeyTable before, KeyTable now) {
        var condemned = new ArrayList<ContentAddress>();
        now.forEach((a, b, place, stamp) -> {
            if (before.place(a, b) != 0) {
                condemned.add(Intents.key(a, b));
            }
        });
        int count = 0;
        for (var key : condemned) {
            count += take(key) ? 1 : 0;
        }
        return count;
    }

    private boolean take(ContentAddress key) {
        var places = places(key);
        store.intents().condemn(key);
        try {
            // Condemned first, asked second: see Intents.
            if (spared(key)) {
                return false;
            }
            // By place: what a writer has stored anew since is not what was condemned.
            places.forEach(piece -> piece.volume().forget(false, key.a(), key.b(), piece.place()));
            return true;
        } finally {
            store.intents().absolve(key);
        }
    }

    /** Whether somebody means to use the chunk. */
    private boolean spared(ContentAddress key) {
        return store.intents().protects(key);
    }

    private List<Chunks.Piece> places(ContentAddress key) {
        var places = new ArrayList<Chunks.Piece>();
        for (var volume : store.volumes().volumes()) {
            long place = volume.pieces().place(key.a(), key.b());
            if (place != 0) {
                places.add(new Chunks.Piece(volume, place));
            }
        }
        return places;
    }
}
