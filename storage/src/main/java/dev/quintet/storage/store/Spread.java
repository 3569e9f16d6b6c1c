package dev.quintet.storage.store;

import dev.quintet.storage.domain.StoreException;
import dev.quintet.storage.domain.StoreException.Reason;
import dev.quintet.storage.store.pack.PackRecord;
import dev.quintet.storage.store.pack.Volume;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Some records on as many different volumes. Started at once, awaited later, so that a caller may have several under way;
 * a volume that refuses is replaced by the next best one.
 */
final class Spread {
    private final VolumeSet volumes;
    private final Deque<Volume> candidates;
    private final List<Attempt> attempts = new ArrayList<>();
    private final List<Volume> written = new ArrayList<>();

    private record Attempt(PackRecord record, Volume volume, CompletableFuture<Long> place) {}

    private Spread(VolumeSet volumes, Collection<Volume> candidates) {
        this.volumes = volumes;
        this.candidates = new ArrayDeque<>(candidates);
    }

    /** Sends each record to a volume of its own, in order of rank for the first record's id. */
    static Spread start(VolumeSet volumes, List<PackRecord> records, Collection<Volume> except) {
        if (records.isEmpty()) {
            return new Spread(volumes, List.of());
        }
        var id = records.getFirst().head().id();
        var candidates = new ArrayList<>(volumes.writable(id.a(), id.b()));
        candidates.removeAll(except);
        var spread = new Spread(volumes, candidates);
        if (candidates.size() < records.size()) {
            throw spread.tooFew(null);
        }
        records.forEach(spread::send);
        return spread;
    }

    /** Returns when every record is durable somewhere. */
    Spread await() {
        for (int i = 0; i < attempts.size(); i++) {
            var attempt = attempts.get(i);
            try {
                attempt.place().join();
                written.add(attempt.volume());
            } catch (CompletionException e) {
                var refusal = e.getCause() instanceof StoreException known ? known : null;
                if (refusal == null || candidates.isEmpty()) {
                    settle(i + 1);
                    throw tooFew(refusal);
                }
                send(attempt.record());
            }
        }
        attempts.clear();
        return this;
    }

    /** Where the records are. */
    List<Volume> written() {
        return written;
    }

    private void send(PackRecord record) {
        var volume = candidates.removeFirst();
        attempts.add(new Attempt(record, volume, volume.append(record, false)));
    }

    /** The caller undoes what was written, so it must know all of it. */
    private void settle(int from) {
        for (var attempt : attempts.subList(from, attempts.size())) {
            try {
                attempt.place().join();
                written.add(attempt.volume());
            } catch (CompletionException _) {
                // One failure is reported already.
            }
        }
    }

    private StoreException tooFew(@org.jspecify.annotations.Nullable StoreException refusal) {
        if (refusal != null && refusal.reason() == Reason.BUSY) {
            return refusal;
        }
        boolean space = volumes.anyFull() || (refusal != null && refusal.reason() == Reason.NO_SPACE);
        return space
                ? new StoreException(Reason.NO_SPACE, "too few volumes have room")
                : new StoreException(Reason.DEGRADED, "too few volumes are healthy");
    }
}
