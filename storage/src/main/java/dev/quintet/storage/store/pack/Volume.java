package dev.quintet.storage.store.pack;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.storage.domain.StoreException;
import dev.quintet.storage.domain.StoreException.Reason;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One volume: records in packs, the index over them in memory, group commit. A record is in the index only after it is on
 * the medium. A full medium refuses writes and stays readable; a failed write or sync ends all writing until the volume
 * is opened anew. Thread-safe.
 */
public final class Volume implements Closeable {
    private static final Logger LOG = Logger.getLogger(Volume.class);

    private final String name;
    private final VolumeFiles files;
    private final Settings settings;
    private final LongSupplier stamps;
    private final Notes notes;
    private final Closeable claim;
    private final ContentAddress identity;
    private final Packs packs;
    private final KeyTable pieces = new KeyTable();
    private final KeyTable objects = new KeyTable();
    private final GroupCommit commits;
    private @Nullable PackWriter writer; // of the commit thread
    private long newestStamp; // as found when opened
    private volatile boolean full;
    private volatile boolean failed;

    /**
     * What does not differ between volumes.
     *
     * @param packBytes where a pack is sealed and the next begun
     * @param reserveBytes kept free for deletions and compaction
     * @param queueBytes waiting for the disk; past it writes are refused as busy
     */
    public record Settings(long packBytes, long reserveBytes, long queueBytes, Executor executor) {}

    /** Is told of every record that is neither piece nor object, as found at the start. */
    @FunctionalInterface
    public interface Notes {
        void note(Volume volume, Head head, long place);
    }

    private Volume(String name, VolumeFiles files, Settings settings, LongSupplier stamps, Notes notes, Closeable claim)
            throws IOException {
        this.name = name;
        this.files = files;
        this.settings = settings;
        this.stamps = stamps;
        this.notes = notes;
        this.claim = claim;
        this.identity = VolumeIdentity.establish(files);
        this.packs = new Packs(files, identity);
        this.commits = new GroupCommit(settings.queueBytes(), settings.executor(), this::commit);
    }

    /** Opens what is there, or begins an empty volume; the notes are told before it returns. */
    public static Volume open(String name, VolumeFiles files, Settings settings, LongSupplier stamps, Notes notes)
            throws IOException {
        var claim = files.claim();
        try {
            var volume = new Volume(name, files, settings, stamps, notes, claim);
            volume.packs.load(volume::load);
            return volume;
        } catch (IOException | RuntimeException e) {
            claim.close();
            throw e;
        }
    }

    public String name() {
        return name;
    }

    /** Copies and shards of chunks, by chunk id. */
    public KeyTable pieces() {
        return pieces;
    }

    /** Manifests, by address. */
    public KeyTable objects() {
        return objects;
    }

    public boolean full() {
        return full;
    }

    public boolean failed() {
        return failed;
    }

    /** Whether it is still the medium that was opened. */
    public boolean inPlace() {
        return VolumeIdentity.read(files).filter(identity::equals).isPresent();
    }

    /** Looks whether there is room again. */
    public void lookForRoom() {
        if (full && files.freeBytes() > settings.reserveBytes() + settings.packBytes() / 8) {
            full = false;
        }
    }

    /**
     * Queues a record; its place once it is durable and in the index.
     *
     * @param reserve whether it may use the space kept for deletions and compaction
     */
    public CompletableFuture<Long> append(PackRecord record, boolean reserve) {
        return append(record, reserve, 0);
    }

    /** @param from the place of which it is a copy, whose index entry it takes over; 0 for a new record */
    CompletableFuture<Long> append(PackRecord record, boolean reserve, long from) {
        var place = new CompletableFuture<Long>();
        if (failed) {
            place.completeExceptionally(new StoreException(Reason.DEGRADED, "volume " + name + " has failed"));
        } else if (!commits.submit(new GroupCommit.Entry(record, reserve, from, place))) {
            place.completeExceptionally(new StoreException(Reason.BUSY, "volume " + name + " is behind or closed"));
        }
        return place;
    }

    /** The record at a place, its payload not verified; null when there is none any more. */
    public @Nullable PackRecord read(long place) throws IOException {
        return packs.read(place);
    }

    /** Takes a piece or object out of the index, if it is still there; its bytes wait for compaction. */
    public boolean forget(boolean object, long a, long b, long place) {
        boolean removed = (object ? objects : pieces).remove(a, b, place);
        if (removed) {
            unused(place);
        }
        return removed;
    }

    /** Moves what is alive and drops the rest; one compaction at a time. */
    public Compaction compaction() {
        return new Compaction(this, packs, settings.packBytes());
    }

    public long liveBytes() {
        return packs.all().stream().mapToLong(Pack::live).sum();
    }

    public long totalBytes() {
        return packs.all().stream().mapToLong(Pack::total).sum();
    }

    public int packCount() {
        return packs.all().size();
    }

    public long freeBytes() {
        return files.freeBytes();
    }

    /** The greatest stamp there was when it was opened. */
    public long newestStamp() {
        return newestStamp;
    }

    /** The stamp of the oldest pack that is still there; nothing that was written before it exists here. */
    public long oldestStamp() {
        return packs.all().stream().mapToLong(Pack::created).min().orElse(Long.MAX_VALUE);
    }

    /** Pieces and objects in order of place, from a place on; for the scrub. */
    public List<Long> placesFrom(long place, int countMax) {
        var found = new java.util.PriorityQueue<Long>(java.util.Comparator.reverseOrder());
        KeyTable.Visitor visitor = (a, b, at, stamp) -> {
            if (at > place) {
                found.add(at);
                if (found.size() > countMax) {
                    found.poll();
                }
            }
        };
        pieces.forEach(visitor);
        objects.forEach(visitor);
        return found.stream().sorted().toList();
    }

    /** Makes durable what was queued, seals the pack and lets go. */
    @Override
    public void close() {
        commits.close().join();
        try (claim;
                packs) {
            var open = writer;
            if (open != null && !failed) {
                open.seal();
            }
        } catch (IOException e) {
            LOG.warnf("volume %s: the last pack could not be sealed; it is verified at the next start (%s)", name, e);
        }
    }

    private void load(Pack pack, long place, Head head) {
        pack.addTotal(Place.bytesMax(place));
        newestStamp = Math.max(newestStamp, head.stamp());
        index(head, place, 0);
        if (!head.kind().piece() && !head.kind().object()) {
            notes.note(this, head, place);
        }
    }

    /** A note was copied; whoever reads it must know where it is now. */
    void renote(Head head, long place) {
        notes.note(this, head, place);
        live(place);
    }

    private void index(Head head, long place, long from) {
        if (!head.kind().piece() && !head.kind().object()) {
            return;
        }
        var table = head.kind().object() ? objects : pieces;
        live(place);
        if (from == 0) {
            unused(table.put(head.key(), place, head.stamp()));
        } else {
            // A copy takes the place of its original only: what was deleted meanwhile must not come back.
            unused(table.replace(head.key(), from, place) ? from : place);
        }
    }

    private void live(long place) {
        var pack = packs.of(place);
        if (pack != null) {
            pack.addLive(Place.bytesMax(place));
        }
    }

    private void unused(long place) {
        var pack = place == 0 ? null : packs.of(place);
        if (pack != null) {
            pack.addLive(-Place.bytesMax(place));
        }
    }

    /** The commit thread's step. */
    private void commit(List<GroupCommit.Entry> batch) {
        var admitted = admit(batch);
        if (admitted.isEmpty()) {
            return;
        }
        var places = new long[admitted.size()];
        try {
            PackWriter open = writer;
            for (int i = 0; i < places.length; i++) {
                if (open == null || open.position() >= settings.packBytes()) {
                    open = rotate(open);
                }
                places[i] = open.append(admitted.get(i).record());
            }
            if (open != null) {
                open.sync();
            }
        } catch (IOException | RuntimeException e) {
            refuse(admitted, e);
            return;
        }
        for (int i = 0; i < places.length; i++) {
            var head = admitted.get(i).record().head();
            var pack = packs.of(places[i]);
            if (pack != null) {
                pack.addTotal(Place.bytesMax(places[i]));
            }
            index(head, places[i], admitted.get(i).from());
            admitted.get(i).place().complete(places[i]);
        }
    }

    private List<GroupCommit.Entry> admit(List<GroupCommit.Entry> batch) {
        long room = files.freeBytes() - settings.reserveBytes();
        var admitted = new ArrayList<GroupCommit.Entry>(batch.size());
        for (var entry : batch) {
            room -= entry.record().head().recordBytes();
            if (failed) {
                entry.place()
                        .completeExceptionally(new StoreException(Reason.DEGRADED, "volume " + name + " has failed"));
            } else if (room < 0 && !entry.reserve()) {
                full = true;
                entry.place().completeExceptionally(new StoreException(Reason.NO_SPACE, "volume " + name + " is full"));
            } else {
                admitted.add(entry);
            }
        }
        return admitted;
    }

    private PackWriter rotate(@Nullable PackWriter sealing) throws IOException {
        if (sealing != null) {
            sealing.sync();
            sealing.seal();
            sealing.close();
            writer = null;
        }
        var next = packs.begin(stamps.getAsLong());
        writer = next;
        return next;
    }

    private void refuse(List<GroupCommit.Entry> batch, Exception cause) {
        boolean space = String.valueOf(cause.getMessage()).matches(".*(No space left|quota exceeded).*");
        try {
            var open = writer;
            if (space && open != null) {
                open.rollBack();
            }
        } catch (IOException e) {
            cause.addSuppressed(e);
            space = false;
        }
        full |= space;
        failed |= !space;
        LOG.errorf(cause, "volume %s: %s", name, space ? "full" : "a write or sync failed, no more writes");
        var refusal = space
                ? new StoreException(Reason.NO_SPACE, "volume " + name + " is full", cause)
                : new StoreException(Reason.DEGRADED, "volume " + name + " failed to write", cause);
        batch.forEach(entry -> entry.place().completeExceptionally(refusal));
    }
}
