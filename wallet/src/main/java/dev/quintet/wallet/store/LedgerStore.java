package dev.quintet.wallet.store;

import dev.quintet.shared.journal.RecordLog;
import dev.quintet.wallet.domain.ledger.Entry;
import dev.quintet.wallet.domain.ledger.Frames;
import dev.quintet.wallet.domain.ledger.LedgerCorruption;
import dev.quintet.wallet.domain.ledger.LedgerImage;
import dev.quintet.wallet.domain.ledger.LedgerState;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.StampedLock;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The ledger's state, log and index, rebuilt at start from the newest snapshot and the records behind it. The guard is
 * held for writing while the state changes and for reading while it is read; never across anything that waits.
 */
final class LedgerStore {
    private static final Logger LOG = Logger.getLogger(LedgerStore.class);
    private static final int STREAM_BYTES = 1 << 16;

    private final RecordLog log;
    private final LedgerState state;
    private final History history;
    private final StampedLock guard = new StampedLock();
    private long snapshotSeq;

    private LedgerStore(RecordLog log, LedgerState state, History history) {
        this.log = log;
        this.state = state;
        this.history = history;
    }

    /** Recovers what {@code log} holds; {@code index} is null when nothing may be written. */
    static LedgerStore open(RecordLog log, @Nullable Path index, int keysMax, Executor background) {
        long start = System.nanoTime();
        var state = new LedgerState(keysMax, new SecureRandom().nextLong());
        var history = new History(log, index, background);
        var store = new LedgerStore(log, state, history);
        long from = store.restore();
        long replayed = store.replay(from);
        state.publish();
        history.publish();
        LOG.infof(
                "ledger at entry %d: %d replayed behind the snapshot in %d ms",
                state.seq(), replayed, (System.nanoTime() - start) / 1_000_000);
        return store;
    }

    RecordLog log() {
        return log;
    }

    LedgerState state() {
        return state;
    }

    History history() {
        return history;
    }

    StampedLock guard() {
        return guard;
    }

    /** How many entries a restart would have to replay. */
    long behindSnapshot() {
        return state.seq() - snapshotSeq;
    }

    /** The state as it is now; for any thread. */
    LedgerImage image() {
        long stamp = guard.writeLock();
        try {
            return state.freeze();
        } finally {
            guard.unlockWrite(stamp);
        }
    }

    /** Freezes the state now and answers the work of writing it down, which may run anywhere. */
    Runnable snapshot() {
        long record = log.durableSequence();
        var image = image();
        var tail = history.tail();
        snapshotSeq = image.seq();
        return () -> log.saveSnapshot(record, stream -> {
            var out = new DataOutputStream(new BufferedOutputStream(stream, STREAM_BYTES));
            image.write(out);
            tail.write(out);
            out.flush();
        });
    }

    /** Loads the newest snapshot; answers the log record to go on with. */
    private long restore() {
        var found = log.newestSnapshot();
        if (found.isEmpty()) {
            return 1;
        }
        var snapshot = found.get();
        snapshot.passedOver()
                .forEach(damaged -> LOG.errorf("passed over a damaged snapshot: %s", damaged.getMessage()));
        try (var in = new DataInputStream(new BufferedInputStream(snapshot.open(), STREAM_BYTES))) {
            LedgerImage.read(in, state);
            snapshotSeq = state.seq();
            if (!history.restore(state.seq(), in)) {
                LOG.warn("the index of the ledger is incomplete and made again from the log");
                rebuildIndex(snapshot.sequence());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the ledger's snapshot", e);
        }
        return snapshot.sequence() + 1;
    }

    private void rebuildIndex(long lastRecord) {
        history.reset();
        try (var reader = log.read(1)) {
            while (reader.next() && reader.sequence() <= lastRecord) {
                for (Entry entry : entries(reader.record())) {
                    history.add(reader.place(), entry);
                }
            }
        }
    }

    private long replay(long from) {
        long count = 0;
        try (var reader = log.read(from)) {
            while (reader.next()) {
                var entries = entries(reader.record());
                long unchained = Frames.firstUnchained(state.lastRoot(), entries);
                if (unchained != 0) {
                    throw new LedgerCorruption("the root of entry " + unchained + " does not follow");
                }
                for (Entry entry : entries) {
                    state.replay(entry);
                    history.add(reader.place(), entry);
                    count++;
                }
            }
        }
        return count;
    }

    private static List<Entry> entries(ByteBuffer record) {
        byte[] frame = new byte[record.remaining()];
        record.get(frame);
        return Frames.decode(frame);
    }
}
