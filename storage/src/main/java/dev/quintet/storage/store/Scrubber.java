package dev.quintet.storage.store;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.storage.store.StoreMoments.Fault;
import dev.quintet.storage.store.pace.Pace;
import dev.quintet.storage.store.pack.Place;
import dev.quintet.storage.store.pack.Volume;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/**
 * Verifies everything the index points to, volume by volume in order of place, and goes on after a restart where it was.
 * What is bad is forgotten, so that it counts as missing. One step at a time.
 */
public final class Scrubber {
    private final EmbeddedStore store;
    private final Cursors cursors;
    private final Map<String, long[]> passes = new HashMap<>();
    private final AtomicLong verified = new AtomicLong();
    private volatile double progress;

    Scrubber(EmbeddedStore store, Cursors cursors) {
        this.store = store;
        this.cursors = cursors;
    }

    /** Begins anew on every volume. */
    public void restart() {
        for (var volume : store.volumes().volumes()) {
            cursors.move(volume, 0, store.stamps().next());
        }
        progress = 0;
    }

    /** Verifies up to {@code countMax} records of each volume; answers how many. */
    public int step(int countMax, Pace pace) throws InterruptedException {
        int count = 0;
        double done = 0;
        var volumes = store.volumes().volumes();
        for (var volume : volumes) {
            count += step(volume, countMax, pace);
            done += share(volume);
        }
        progress = volumes.isEmpty() ? 0 : done / volumes.size();
        return count;
    }

    /** Share of the running pass that is done, 0 to 1. */
    public double progress() {
        return progress;
    }

    /** Records verified since the start. */
    public long verified() {
        return verified.get();
    }

    private int step(Volume volume, int countMax, Pace pace) throws InterruptedException {
        long cursor = cursors.of(volume);
        long[] pass = passes.computeIfAbsent(volume.name(), _ -> places(volume));
        int count = 0;
        long last = cursor;
        for (int i = after(pass, cursor); i < pass.length && count < countMax; i++, count++) {
            pace.takeAll(Place.bytesMax(pass[i]));
            verify(volume, pass[i]);
            last = pass[i];
        }
        verified.addAndGet(count);
        if (after(pass, last) == pass.length) {
            passes.remove(volume.name());
            last = 0;
        }
        if (last != cursor) {
            cursors.move(volume, last, store.stamps().next());
        }
        return count;
    }

    private double share(Volume volume) {
        long[] pass = passes.get(volume.name());
        return pass == null || pass.length == 0 ? 1 : (double) after(pass, cursors.of(volume)) / pass.length;
    }

    private void verify(Volume volume, long place) {
        try {
            var record = volume.read(place);
            if (record == null || !record.sound()) {
                // Moved or deleted since the pass began is not damage: then the index does not know the place any more.
                var known = forget(volume, place);
                if (known != null) {
                    store.moments().damaged(known, record == null ? Fault.HEADER : Fault.HASH);
                    store.moments().wantsPlan();
                }
            }
        } catch (IOException e) {
            Chunks.interrupted(e);
            store.moments().wantsPlan();
        }
    }

    private static @org.jspecify.annotations.Nullable ContentAddress forget(Volume volume, long place) {
        for (boolean object : new boolean[] {true, false}) {
            long[] found = new long[3];
            (object ? volume.objects() : volume.pieces()).forEach((a, b, at, stamp) -> {
                if (at == place) {
                    found[0] = a;
                    found[1] = b;
                    found[2] = at;
                }
            });
            if (found[2] != 0 && volume.forget(object, found[0], found[1], place)) {
                return new ContentAddress(found[0], found[1], 0, 0);
            }
        }
        return null;
    }

    private static long[] places(Volume volume) {
        var places = LongStream.builder();
        volume.pieces().forEach((a, b, place, stamp) -> places.add(place));
        volume.objects().forEach((a, b, place, stamp) -> places.add(place));
        return places.build().sorted().toArray();
    }

    private static int after(long[] sorted, long place) {
        int at = java.util.Arrays.binarySearch(sorted, place);
        return at < 0 ? -at - 1 : at + 1;
    }
}
