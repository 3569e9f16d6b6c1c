package dev.quintet.storage.store;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.storage.store.pack.Head;
import dev.quintet.storage.store.pack.Kind;
import dev.quintet.storage.store.pack.PackRecord;
import dev.quintet.storage.store.pack.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Deletions and pins, as all volumes together tell them: of several statements about one object the latest holds. A volume
 * that was away and comes back with old copies cannot bring back what was deleted meanwhile.
 */
final class Control {
    /** No copying of a pack takes as long, so no record older than its pack by more than this is in it by mistake. */
    private static final long SETTLING_MICROS = TimeUnit.HOURS.toMicros(1);

    private record Pin(long stamp, boolean pinned) {}

    private final Map<ContentAddress, Long> tombstones = new ConcurrentHashMap<>();
    private final Map<ContentAddress, Pin> pins = new ConcurrentHashMap<>();
    /** Which statements each volume has, by their stamps. */
    private final Map<String, Set<Long>> said = new ConcurrentHashMap<>();

    /** A volume is about to tell what it has. */
    void opening(String volume) {
        said.put(volume, ConcurrentHashMap.newKeySet());
    }

    /** A volume has a statement. */
    void said(String volume, Head head) {
        said.computeIfAbsent(volume, _ -> ConcurrentHashMap.newKeySet()).add(head.stamp());
    }

    /**
     * What others know and this volume does not: it was replaced, or away, or lost it. Without this, losses one after
     * the other could take the last copy of a deletion before the last copy of what it deletes.
     */
    List<PackRecord> unsaid(String volume) {
        var known = said.getOrDefault(volume, Set.of());
        var records = new ArrayList<PackRecord>();
        tombstones.forEach((address, stamp) -> {
            if (!known.contains(stamp)) {
                records.add(PackRecord.note(Kind.TOMBSTONE, 0, stamp, address));
            }
        });
        pins.forEach((address, pin) -> {
            if (!known.contains(pin.stamp())) {
                records.add(PackRecord.note(Kind.PIN, pin.pinned() ? 1 : 0, pin.stamp(), address));
            }
        });
        return records;
    }

    void note(Head head) {
        switch (head.kind()) {
            case TOMBSTONE -> tombstones.merge(head.id(), head.stamp(), Math::max);
            case PIN ->
                pins.merge(
                        head.id(),
                        new Pin(head.stamp(), head.aux() == 1),
                        (one, other) -> one.stamp() >= other.stamp() ? one : other);
            case DATA, SHARD, OBJECT, WHOLE, UPLOAD, PART, UPLOAD_END, CURSOR -> {}
        }
    }

    /** The stamp of the latest deletion; 0 when there was none. */
    long deletedAt(ContentAddress address) {
        return tombstones.getOrDefault(address, 0L);
    }

    boolean pinned(ContentAddress address) {
        var pin = pins.get(address);
        return pin != null && pin.pinned();
    }

    /** Takes out of a volume's index what other volumes know to be deleted. */
    void purge(Volume volume) {
        tombstones.forEach((address, stamp) -> {
            var found = volume.objects().get(address.a(), address.b());
            if (found.place() != 0 && found.stamp() < stamp) {
                volume.forget(true, address.a(), address.b(), found.place());
            }
        });
    }

    /** Whether a statement is still needed; it is for as long as any volume may hold what it contradicts. */
    boolean keeps(Head head, VolumeSet volumes) {
        return switch (head.kind()) {
            case TOMBSTONE -> deletedAt(head.id()) == head.stamp() && !settled(head.stamp(), volumes);
            case PIN -> {
                var pin = pins.get(head.id());
                yield pin != null && pin.stamp() == head.stamp() && (pin.pinned() || !settled(head.stamp(), volumes));
            }
            case DATA, SHARD, OBJECT, WHOLE, UPLOAD, PART, UPLOAD_END, CURSOR -> true;
        };
    }

    static boolean settled(long stamp, VolumeSet volumes) {
        return volumes.allHealthy()
                && volumes.volumes().stream().allMatch(volume -> volume.oldestStamp() > stamp + SETTLING_MICROS);
    }
}
