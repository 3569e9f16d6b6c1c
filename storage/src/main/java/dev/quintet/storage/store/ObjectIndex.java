package dev.quintet.storage.store;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.storage.domain.Durability;
import dev.quintet.storage.domain.ObjectInfo;
import dev.quintet.storage.domain.StoreException;
import dev.quintet.storage.domain.StoreException.Reason;
import dev.quintet.storage.store.StoreMoments.Fault;
import dev.quintet.storage.store.pack.Kind;
import dev.quintet.storage.store.pack.PackRecord;
import dev.quintet.storage.store.pack.Volume;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the manifests of live objects and, when they are one record, their content. Thread-safe. */
final class ObjectIndex {
    private static final int LOST_MAX = 100_000;

    private final VolumeSet volumes;
    private final Control control;
    private final StoreMoments moments;
    /** Whose last copy turned out bad: not there is not the same as never been there. */
    private final java.util.Set<ContentAddress> lost = java.util.concurrent.ConcurrentHashMap.newKeySet();

    ObjectIndex(VolumeSet volumes, Control control, StoreMoments moments) {
        this.volumes = volumes;
        this.control = control;
        this.moments = moments;
    }

    /**
     * A live object.
     *
     * @param content verified, if the object is one record; null otherwise
     */
    record Found(Manifest manifest, @Nullable ByteBuffer content, long stamp) {}

    /** Whether the index has it; reads nothing. */
    boolean known(ContentAddress address) {
        return !holders(address).isEmpty();
    }

    /** The volumes whose index has the live object. */
    List<Volume> holders(ContentAddress address) {
        long deleted = control.deletedAt(address);
        var holders = new ArrayList<Volume>();
        for (var volume : volumes.volumes()) {
            var found = volume.objects().get(address.a(), address.b());
            if (found.place() != 0 && found.stamp() > deleted) {
                holders.add(volume);
            }
        }
        return holders;
    }

    /**
     * The object from the first good copy; bad ones are forgotten and reported.
     *
     * @throws StoreException {@code INTEGRITY} when there were copies, and none is good
     */
    Optional<Found> find(ContentAddress address) {
        var holders = holders(address);
        if (holders.isEmpty() && !lost.contains(address)) {
            return Optional.empty();
        }
        int start = Math.floorMod((int) address.b(), Math.max(1, holders.size()));
        for (int i = 0; i < holders.size(); i++) {
            var found = read(address, holders.get((start + i) % holders.size()));
            if (found != null) {
                return Optional.of(found);
            }
        }
        if (lost.size() < LOST_MAX) {
            lost.add(address);
        }
        moments.damaged(address, Fault.MISSING);
        throw new StoreException(Reason.INTEGRITY, "no good copy of " + address + " is left");
    }

    /** It was stored anew, or deleted. */
    void settled(ContentAddress address) {
        lost.remove(address);
    }

    /** The verified object on one volume; null when it has none, or no good one. */
    @Nullable
    Found read(ContentAddress address, Volume volume) {
        long place = volume.objects().place(address);
        while (place != 0) {
            try {
                var record = volume.read(place);
                long now = volume.objects().place(address);
                if (record != null && record.head().id().equals(address)) {
                    var found = verified(address, record);
                    if (found != null) {
                        return found;
                    }
                    damaged(address, volume, place, Fault.HASH);
                    return null;
                }
                if (now == place) {
                    damaged(address, volume, place, Fault.HEADER);
                }
                place = now == place ? 0 : now;
            } catch (IOException e) {
                Chunks.interrupted(e);
                moments.damaged(address, Fault.IO);
                return null;
            }
        }
        return null;
    }

    ObjectInfo info(Manifest manifest) {
        var address = manifest.tree().address();
        return new ObjectInfo(
                address,
                manifest.tree().length(),
                manifest.owner(),
                Instant.ofEpochMilli(manifest.createdMillis()),
                manifest.durability(),
                control.pinned(address));
    }

    private static @Nullable Found verified(ContentAddress address, PackRecord record) {
        if (!record.head().kind().object() || !record.sound()) {
            return null;
        }
        boolean whole = record.head().kind() == Kind.WHOLE;
        return Manifest.decode(address, record.manifest())
                .filter(manifest -> whole == (manifest.tree().groups() == 1 && !sharded(manifest)))
                .map(manifest -> new Found(
                        manifest, whole ? record.content() : null, record.head().stamp()))
                .orElse(null);
    }

    private static boolean sharded(Manifest manifest) {
        return manifest.durability() instanceof Durability.Shards;
    }

    private void damaged(ContentAddress address, Volume volume, long place, Fault fault) {
        if (volume.forget(true, address.a(), address.b(), place)) {
            moments.damaged(address, fault);
        }
    }
}
