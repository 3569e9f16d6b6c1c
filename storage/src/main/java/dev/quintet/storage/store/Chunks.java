package dev.quintet.storage.store;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.content.ContentTree;
import dev.quintet.storage.domain.Durability;
import dev.quintet.storage.domain.Durability.Copies;
import dev.quintet.storage.domain.Durability.Shards;
import dev.quintet.storage.domain.ReedSolomon;
import dev.quintet.storage.domain.StoreException;
import dev.quintet.storage.domain.StoreException.Reason;
import dev.quintet.storage.store.StoreMoments.Fault;
import dev.quintet.storage.store.pack.Head;
import dev.quintet.storage.store.pack.Kind;
import dev.quintet.storage.store.pack.PackRecord;
import dev.quintet.storage.store.pack.Place;
import dev.quintet.storage.store.pack.Volume;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts and gets single chunks, as copies or shards. Whatever it gives was verified, shards one by one. Thread-safe. */
final class Chunks {
    private final VolumeSet volumes;
    private final Stamps stamps;
    private final StoreMoments moments;
    private final Map<Shards, ReedSolomon> codes = new java.util.concurrent.ConcurrentHashMap<>();

    Chunks(VolumeSet volumes, Stamps stamps, StoreMoments moments) {
        this.volumes = volumes;
        this.stamps = stamps;
        this.moments = moments;
    }

    /** A piece as the index has it. */
    record Piece(Volume volume, long place) {
        int shard() {
            return Place.shard(place);
        }
    }

    static ContentAddress key(Durability durability, ContentAddress id) {
        return switch (durability) {
            case Copies _ -> id;
            case Shards(int data, int parity) -> Head.key(id, data, parity);
        };
    }

    /** The pieces the index knows, at most one of each shard. */
    List<Piece> pieces(Durability durability, ContentAddress id) {
        var key = key(durability, id);
        var found = new ArrayList<Piece>();
        for (var volume : volumes.volumes()) {
            long place = volume.pieces().place(key);
            boolean another = durability instanceof Copies
                    || found.stream().noneMatch(piece -> piece.shard() == Place.shard(place));
            if (place != 0 && another) {
                found.add(new Piece(volume, place));
            }
        }
        return found;
    }

    /**
     * Starts writing the pieces of a chunk that are not there yet.
     *
     * @param relied whether pieces in the index may be counted on to stay
     */
    Spread write(Durability durability, ContentAddress id, int group, ByteBuffer chunk, boolean relied) {
        var present = relied ? pieces(durability, id) : List.<Piece>of();
        var missing = missing(durability, id, group, chunk, present);
        var except = present.stream().map(Piece::volume).toList();
        moments.chunkWritten(chunk.remaining());
        return Spread.start(volumes, missing, except);
    }

    /** The records that complete what is present. */
    List<PackRecord> missing(
            Durability durability, ContentAddress id, int group, ByteBuffer chunk, List<Piece> present) {
        var records = new ArrayList<PackRecord>();
        switch (durability) {
            case Copies(int copies) -> {
                for (int i = present.size(); i < copies; i++) {
                    records.add(PackRecord.data(stamps.next(), id, group, chunk.duplicate()));
                }
            }
            case Shards shards -> {
                var there = present.stream().map(Piece::shard).toList();
                if (there.size() < shards.pieces()) {
                    byte[] content = bytes(chunk);
                    byte[][] encoded = code(shards).encode(content, content.length);
                    for (int i = 0; i < encoded.length; i++) {
                        if (!there.contains(i)) {
                            var scheme = new Head.Scheme(i, shards.data(), shards.parity());
                            records.add(PackRecord.of(
                                    Kind.SHARD,
                                    scheme,
                                    content.length,
                                    stamps.next(),
                                    id,
                                    ByteBuffer.wrap(encoded[i])));
                        }
                    }
                }
            }
        }
        return records;
    }

    /**
     * The verified bytes of a chunk; pieces that turn out bad are forgotten and reported on the way.
     *
     * @throws StoreException {@code INTEGRITY} when too few are good
     */
    ByteBuffer read(Durability durability, ContentTree tree, ContentAddress id, int group) {
        return switch (durability) {
            case Copies _ -> readCopy(tree, id, group);
            case Shards shards -> readShards(shards, tree, id, group);
        };
    }

    private ByteBuffer readCopy(ContentTree tree, ContentAddress id, int group) {
        var all = volumes.volumes();
        int start = Math.floorMod((int) id.b(), Math.max(1, all.size()));
        for (int i = 0; i < all.size(); i++) {
            var volume = all.get((start + i) % all.size());
            var record = fetch(tree.address(), id, volume);
            if (record == null) {
                continue;
            }
            if (tree.verifies(group, record.record().payload().duplicate())) {
                return record.record().payload();
            }
            damaged(tree.address(), id, record.piece(), Fault.HASH);
        }
        throw gone(tree.address());
    }

    private ByteBuffer readShards(Shards shards, ContentTree tree, ContentAddress id, int group) {
        var key = key(shards, id);
        byte[][] good = new byte[shards.pieces()][];
        int count = 0;
        // Data shards first: with all of them there is nothing to decode.
        var known = new ArrayList<>(pieces(shards, id));
        known.sort(java.util.Comparator.comparingInt(Piece::shard));
        for (var piece : known) {
            if (count == shards.data()) {
                break;
            }
            var fetched = fetch(tree.address(), key, piece.volume());
            if (fetched == null) {
                continue;
            }
            var record = fetched.record();
            int shard = record.head().scheme().shard();
            if (!record.sound() || shard >= good.length) {
                damaged(tree.address(), key, fetched.piece(), Fault.HASH);
            } else if (good[shard] == null) {
                good[shard] = bytes(record.payload());
                count++;
            }
        }
        if (count < shards.data()) {
            throw gone(tree.address());
        }
        var chunk = ByteBuffer.wrap(code(shards).decode(good, tree.groupBytes(group)));
        if (!tree.verifies(group, chunk.duplicate())) {
            throw gone(tree.address());
        }
        return chunk;
    }

    private record Fetched(PackRecord record, Piece piece) {}

    /** The record of a piece on one volume, its header sound and its own; null when there is none. */
    private @Nullable Fetched fetch(ContentAddress address, ContentAddress key, Volume volume) {
        long place = volume.pieces().place(key);
        while (place != 0) {
            try {
                var record = volume.read(place);
                if (record != null && record.head().key().equals(key)) {
                    return new Fetched(record, new Piece(volume, place));
                }
                long now = volume.pieces().place(key);
                if (now == place) {
                    damaged(address, key, new Piece(volume, place), Fault.HEADER);
                }
                // Compaction moved it under us: look again.
                place = now == place ? 0 : now;
            } catch (IOException e) {
                interrupted(e);
                moments.damaged(address, Fault.IO);
                return null;
            }
        }
        return null;
    }

    /** An interrupt closes the file under the reader; that says nothing about the disk. */
    static void interrupted(IOException e) {
        if (Thread.currentThread().isInterrupted()) {
            throw new StoreException(Reason.CLOSED, "interrupted while reading", e);
        }
    }

    private void damaged(ContentAddress address, ContentAddress key, Piece piece, Fault fault) {
        if (piece.volume().forget(false, key.a(), key.b(), piece.place())) {
            moments.damaged(address, fault);
        }
    }

    private StoreException gone(ContentAddress address) {
        moments.damaged(address, Fault.MISSING);
        return new StoreException(Reason.INTEGRITY, "no good copy of a chunk of " + address + " is left");
    }

    private ReedSolomon code(Shards shards) {
        return codes.computeIfAbsent(shards, scheme -> new ReedSolomon(scheme.data(), scheme.parity()));
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] copy = new byte[buffer.remaining()];
        buffer.get(buffer.position(), copy);
        return copy;
    }

    /** Which volumes hold which piece, for tests and the planner. */
    Map<String, Integer> where(Durability durability, ContentAddress id) {
        var where = new HashMap<String, Integer>();
        pieces(durability, id).forEach(piece -> where.put(piece.volume().name(), piece.shard()));
        return where;
    }
}
