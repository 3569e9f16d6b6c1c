package dev.quintet.registry.store;

import dev.quintet.registry.domain.ArtifactReader;
import dev.quintet.registry.domain.CorruptLogException;
import dev.quintet.registry.domain.Event;
import dev.quintet.registry.domain.Machine;
import dev.quintet.registry.domain.PrunedException;
import dev.quintet.registry.domain.StateImage;
import dev.quintet.registry.domain.Update;
import dev.quintet.registry.domain.payload.Key;
import dev.quintet.registry.domain.payload.Payload;
import dev.quintet.shared.journal.JournalException;
import dev.quintet.shared.journal.RecordLog;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import org.jboss.logging.Logger;

/** The log and its fold, rebuilt at start from the newest snapshot and the records behind it, each checked. */
final class RegistryStore {
    private static final Logger LOG = Logger.getLogger(RegistryStore.class);
    private static final int STREAM_BYTES = 1 << 16;

    private final RecordLog log;
    private final JournalEventLog events;
    private final Fold fold = new Fold();
    private long snapshotVersion;

    private RegistryStore(RecordLog log) {
        this.log = log;
        this.events = new JournalEventLog(log);
    }

    /** Recovers what {@code log} holds; a chain that does not hold stops the start. */
    static RegistryStore open(RecordLog log) {
        long start = System.nanoTime();
        var store = new RegistryStore(log);
        store.restore();
        long replayed = store.fold.catchUp(store.events);
        store.events.startAt(store.fold.state().head());
        store.fold.state().publish();
        store.checkCheckpoint();
        LOG.infof(
                "registry at version %d: %d records replayed behind the snapshot in %d ms",
                store.fold.state().head().version(), replayed, (System.nanoTime() - start) / 1_000_000);
        return store;
    }

    RecordLog log() {
        return log;
    }

    EventLog events() {
        return events;
    }

    Fold fold() {
        return fold;
    }

    /** Writes the first commit, durably. */
    void genesis(Payload payload, Instant now) {
        var event = Machine.genesis(payload, now);
        events.append(fold.state().head(), event);
        fold.apply(events.lastSequence(), events.lastPlace(), event);
        events.sync();
        fold.state().publish();
    }

    byte[] artifact(long version) {
        return Records.artifact(fetch(version));
    }

    Update update(long version) {
        if (Records.decode(fetch(version)) instanceof Event.Committed commit) {
            return Update.of(commit);
        }
        throw new CorruptLogException("the record of version " + version + " is no commit");
    }

    /** A body that only the artifact of this version has. */
    String body(Key key, long version) {
        return ArtifactReader.read(artifact(version))
                .payload()
                .body(key)
                .orElseThrow(() -> new CorruptLogException("version " + version + " does not put " + key));
    }

    /** How many versions a restart would have to replay. */
    long behindSnapshot() {
        return fold.state().head().version() - snapshotVersion;
    }

    /** Freezes the state now, on the writer's thread, and answers the work of writing it down, which may run anywhere. */
    Runnable snapshot() {
        long sequence = log.durableSequence();
        var image = StateImage.freeze(fold.state());
        snapshotVersion = image.head().version();
        return () -> log.saveSnapshot(sequence, stream -> {
            var out = new DataOutputStream(new BufferedOutputStream(stream, STREAM_BYTES));
            image.write(out, this::body);
            fold.versions().write(out, image.head().version());
            out.flush();
        });
    }

    private ByteBuffer fetch(long version) {
        try {
            return log.fetch(fold.versions().place(version));
        } catch (JournalException e) {
            if (e.reason() == JournalException.Reason.PRUNED) {
                throw new PrunedException(version);
            }
            throw e;
        }
    }

    private void restore() {
        var found = log.newestSnapshot();
        if (found.isEmpty()) {
            return;
        }
        var snapshot = found.get();
        snapshot.passedOver()
                .forEach(damaged -> LOG.errorf("passed over a damaged snapshot: %s", damaged.getMessage()));
        try (var in = new DataInputStream(new BufferedInputStream(snapshot.open(), STREAM_BYTES))) {
            StateImage.read(in, fold.state());
            fold.versions().read(in);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the registry's snapshot", e);
        }
        fold.startAt(snapshot.sequence());
        snapshotVersion = fold.state().head().version();
    }

    /** The tree that was rebuilt must be the one that the newest checkpoint was signed for. */
    private void checkCheckpoint() {
        var state = fold.state();
        var newest = state.checkpointUpTo(Long.MAX_VALUE);
        if (newest.isEmpty()) {
            return;
        }
        long size = newest.get().size();
        boolean holds = size <= state.head().version()
                && Base64.getEncoder()
                        .encodeToString(state.tree().root(size))
                        .equals(newest.get().rootBase64());
        if (!holds) {
            throw new CorruptLogException("the log is not the one that checkpoint " + size + " was signed for");
        }
    }
}
