package dev.quintet.storage.store.pack;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Gives a volume's dead space back: copies what is alive in a pack to the end of the volume and deletes the pack. */
public final class Compaction {
    /** So many small packs are joined even if nothing in them is dead; restarts leave some. */
    private static final int SMALL_MAX = 3;

    private final Volume volume;
    private final Packs packs;
    private final long packBytes;

    Compaction(Volume volume, Packs packs, long packBytes) {
        this.volume = volume;
        this.packs = packs;
        this.packBytes = packBytes;
    }

    /** Whether a note must be kept; pieces and objects are kept as the index says. */
    @FunctionalInterface
    public interface Keeper {
        boolean keeps(Head head);
    }

    /** Is asked before each record is copied, to pace; may block. */
    @FunctionalInterface
    public interface Pace {
        void take(int bytes) throws InterruptedException;
    }

    /** Packs of which too much is dead, the deadest first, and several small ones. */
    public List<Integer> compactable(double deadShare) {
        var sealed = packs.all().stream().filter(Pack::sealed).toList();
        var dead = sealed.stream()
                .filter(pack -> pack.total() - pack.live() > deadShare * pack.total())
                .sorted((x, y) -> Double.compare(share(x), share(y)))
                .map(Pack::ordinal)
                .toList();
        var small = sealed.stream()
                .filter(pack -> pack.total() < packBytes / 4)
                .map(Pack::ordinal)
                .filter(ordinal -> !dead.contains(ordinal))
                .sorted()
                .toList();
        var chosen = new ArrayList<>(dead);
        if (small.size() > SMALL_MAX) {
            chosen.addAll(small);
        }
        return chosen;
    }

    private static double share(Pack pack) {
        return pack.total() == 0 ? 0 : (double) pack.live() / pack.total();
    }

    /**
     * Copies what is alive in a pack to the end of the volume and deletes the pack; answers the bytes that came free.
     * What cannot be read stays behind, and the index forgets it, so that repair makes it again.
     */
    public long compact(int ordinal, Keeper keeper, Pace pace) throws IOException, InterruptedException {
        var pack = packs.of((long) ordinal << 38);
        if (pack == null || !pack.sealed()) {
            return 0;
        }
        var alive = new ArrayList<Long>();
        packs.scan(pack, (offset, head) -> {
            long place = Place.of(ordinal, offset, head);
            if (alive(head, place, keeper)) {
                alive.add(place);
            }
        });
        var copies = new ArrayList<CompletableFuture<Long>>();
        for (long place : alive) {
            pace.take(Place.bytesMax(place));
            var record = packs.read(place);
            if (record != null && record.sound()) {
                copies.add(volume.append(record, true, place).thenApply(copy -> moved(record.head(), copy)));
            }
        }
        long before = pack.size();
        try {
            CompletableFuture.allOf(copies.toArray(CompletableFuture[]::new)).join();
        } catch (RuntimeException e) {
            throw new IOException("pack " + ordinal + " of volume " + volume.name() + " stays: copying failed", e);
        }
        forgetRest(pack);
        packs.drop(pack);
        return Math.max(0, before - alive.stream().mapToLong(Place::bytesMax).sum());
    }

    private boolean alive(Head head, long place, Keeper keeper) {
        if (head.kind().piece()) {
            return volume.pieces().place(head.key()) == place;
        }
        return head.kind().object() ? volume.objects().place(head.key()) == place : keeper.keeps(head);
    }

    private long moved(Head head, long to) {
        if (!head.kind().piece() && !head.kind().object()) {
            volume.renote(head, to);
        }
        return to;
    }

    /** What could not be read is forgotten, so that it counts as missing. */
    private void forgetRest(Pack pack) {
        for (boolean object : new boolean[] {true, false}) {
            var rest = new ArrayList<long[]>();
            (object ? volume.objects() : volume.pieces()).forEach((a, b, place, stamp) -> {
                if (Place.pack(place) == pack.ordinal()) {
                    rest.add(new long[] {a, b, place});
                }
            });
            rest.forEach(entry -> volume.forget(object, entry[0], entry[1], entry[2]));
        }
    }
}
