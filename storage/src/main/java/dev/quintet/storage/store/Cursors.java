package dev.quintet.storage.store;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.storage.store.pack.Head;
import dev.quintet.storage.store.pack.Kind;
import dev.quintet.storage.store.pack.PackRecord;
import dev.quintet.storage.store.pack.Volume;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How far the scrub of each volume is; kept on the volume itself. */
final class Cursors {
    private record Cursor(long stamp, long place) {}

    private final Map<String, Cursor> cursors = new ConcurrentHashMap<>();

    void note(Volume volume, Head head, long place) {
        if (head.kind() == Kind.CURSOR) {
            cursors.merge(
                    volume.name(),
                    new Cursor(head.stamp(), head.id().d()),
                    (one, other) -> one.stamp() >= other.stamp() ? one : other);
        }
    }

    /** The last place that was verified; 0 at the beginning. */
    long of(Volume volume) {
        var cursor = cursors.get(volume.name());
        return cursor == null ? 0 : cursor.place();
    }

    /** Remembers a place over restarts; does not wait for the disk, since a lost step is only done again. */
    void move(Volume volume, long place, long stamp) {
        cursors.put(volume.name(), new Cursor(stamp, place));
        var _ = volume.append(PackRecord.note(Kind.CURSOR, 0, stamp, new ContentAddress(0, 0, 0, place)), true);
    }

    boolean keeps(Volume volume, Head head) {
        var cursor = cursors.get(volume.name());
        return cursor != null && cursor.stamp() == head.stamp();
    }
}
