package dev.quintet.shared.journal;

import dev.quintet.shared.journal.JournalException.Reason;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A {@link RecordLog} in segment files; see the package's tour for the format.
 *
 * <p>Its calls block on the disk. The thread that appends and syncs must not be interrupted: an interrupt in the middle
 * of a write closes the file under it, which counts as a failed write.
 */
public final class SegmentedLog implements RecordLog {
    private static final int BUFFER_BYTES = 256 << 10;

    private final Segments segments;
    private final SnapshotFiles snapshots;
    private final Segments.Supply supply;
    private final RecordFetcher fetcher;
    private final Closeable lock;
    private final ByteBuffer buffer;
    private final AtomicBoolean maintaining = new AtomicBoolean();

    private SegmentWriter writer;
    private long last;
    private long lastPlace;
    private volatile long durable;
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;

    private SegmentedLog(Segments segments, Segments.Supply supply, Recovery.Found found, Closeable lock) {
        this.segments = segments;
        this.snapshots = new SnapshotFiles(segments);
        this.supply = supply;
        this.fetcher = new RecordFetcher(segments);
        this.lock = lock;
        int segmentBytes = segments.settings().segmentBytes();
        this.buffer = ByteBuffer.allocateDirect(Math.min(BUFFER_BYTES, segmentBytes));
        this.writer = new SegmentWriter(found.file(), found.header(), buffer, found.tail());
        this.last = found.lastSequence();
        this.durable = last;
        supply.prepare(writer.ordinal() + 1);
    }

    /**
     * Opens the journal in {@code directory}, making it if there is none, and recovers what it holds.
     *
     * @throws CorruptionException when the files contradict themselves
     * @throws JournalException {@code LOCKED} when it is open elsewhere, {@code FAILED} when the disk refuses
     */
    public static SegmentedLog open(Path directory, JournalSettings settings) {
        Executor background = task -> Thread.ofVirtual().name("journal-prepare").start(task);
        return open(directory, settings, new DiskFileLayer(), background);
    }

    static SegmentedLog open(Path directory, JournalSettings settings, FileLayer layer, Executor background) {
        try {
            layer.createDirectories(directory);
            var lock = lock(layer, directory);
            try {
                var segments = new Segments(directory, layer, settings);
                var found = new Recovery(segments).run();
                var log = new SegmentedLog(segments, new Segments.Supply(segments, background), found, lock);
                return log.checked();
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw new JournalException(Reason.FAILED, "cannot open the journal in " + directory + ": " + e, e);
        }
    }

    private static Closeable lock(FileLayer layer, Path directory) {
        try {
            return layer.lock(directory.resolve("lock"));
        } catch (IOException e) {
            throw new JournalException(Reason.LOCKED, "the journal in " + directory + " is in use", e);
        }
    }

    private SegmentedLog checked() throws IOException {
        long covered = snapshots.newestSequence();
        if (covered > last) {
            var missing = new CorruptionException(
                    SegmentHeader.fileName(writer.ordinal()),
                    writer.position(),
                    last + 1,
                    "the log ends here, but a snapshot covers sequence " + covered);
            release();
            throw missing;
        }
        return this;
    }

    @Override
    public long append(ByteBuffer record) {
        checkUsable();
        int length = record.remaining();
        if (length > recordBytesMax()) {
            throw new JournalException(
                    Reason.TOO_LARGE, "a record of " + length + " bytes; at most " + recordBytesMax());
        }
        // Again if need be: a segment prepared before the settings changed may be too small.
        while (!writer.fits(length)) {
            rotate(supply.take());
        }
        try {
            start();
            lastPlace = RecordFetcher.place(writer.ordinal(), writer.position());
            writer.record(record, lag());
            return ++last;
        } catch (IOException | RuntimeException | Error e) {
            throw poison(e);
        }
    }

    @Override
    public long sync() {
        checkUsable();
        if (last > durable) {
            try {
                writer.sync();
            } catch (IOException | RuntimeException | Error e) {
                throw poison(e);
            }
            durable = last;
        }
        return last;
    }

    @Override
    public int recordBytesMax() {
        return segments.settings().recordBytesMax();
    }

    @Override
    public long firstSequence() {
        var started = segments.started();
        return started.isEmpty() ? durable + 1 : started.getFirst().firstSequence();
    }

    @Override
    public long durableSequence() {
        return durable;
    }

    @Override
    public long lastPlace() {
        return lastPlace;
    }

    @Override
    public ByteBuffer fetch(long place) {
        if (closed) {
            throw new JournalException(Reason.CLOSED, "the journal in " + segments.directory() + " is closed");
        }
        try {
            return fetcher.fetch(place);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read a record in " + segments.directory(), e);
        }
    }

    @Override
    public RecordReader read(long from) {
        return new FileRecordReader(segments, this::durableSequence, from);
    }

    @Override
    public void saveSnapshot(long sequence, SnapshotBody body) {
        if (sequence < 1 || sequence > durable) {
            throw new IllegalArgumentException("sequence " + sequence + " is not in 1.." + durable);
        }
        maintain(() -> {
            snapshots.save(sequence, body);
            return sequence;
        });
    }

    @Override
    public Optional<Snapshot> newestSnapshot() {
        var damaged = new ArrayList<CorruptionException>();
        try {
            var newest = snapshots.sound(damaged).stream().findFirst();
            long covered = newest.map(Snapshot::sequence).orElse(0L);
            if (firstSequence() > covered + 1) {
                var missing = new CorruptionException(
                        SegmentHeader.fileName(segments.started().getFirst().ordinal() - 1),
                        0,
                        covered + 1,
                        "the segment is gone, and no sound snapshot covers what it held");
                damaged.forEach(missing::addSuppressed);
                throw missing;
            }
            return newest;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read snapshots in " + segments.directory(), e);
        }
    }

    @Override
    public int prune(long sequence) {
        return (int) maintain(() -> {
            var bound = snapshots.pruneBound();
            return bound.isEmpty() ? 0 : segments.deleteUpTo(Math.min(sequence, bound.getAsLong()));
        });
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        try {
            if (failure == null) {
                sync();
                writer.seal();
                writer.sync();
            }
        } catch (IOException e) {
            throw poison(e);
        } finally {
            closed = true;
            release();
        }
    }

    private void release() {
        var file = writer;
        try (lock;
                supply;
                fetcher;
                file) {
            // Closed in reverse order, the lock last.
        } catch (IOException e) {
            throw new JournalException(Reason.FAILED, "cannot close the journal in " + segments.directory(), e);
        }
    }

    /** Ends the segment and goes on in {@code next}. All of the old one is durable before the new one starts. */
    private void rotate(FileLayer.File next) {
        try {
            start();
            writer.end(lag());
            writer.sync();
            durable = last;
            writer.close();
            var header = new SegmentHeader(segments.identity(), writer.ordinal() + 1, (int) next.size());
            writer = new SegmentWriter(next, header, buffer, Recovery.Tail.unstarted(writer.chain()));
        } catch (IOException | RuntimeException | Error e) {
            throw poison(e);
        }
        supply.prepare(writer.ordinal() + 1);
    }

    private void start() throws IOException {
        if (!writer.started()) {
            segments.add(new Segments.Started(writer.ordinal(), last + 1));
            writer.start(last + 1);
        }
    }

    /** How far the next frame is ahead of what is durable. */
    private int lag() {
        return Math.toIntExact(last + 1 - durable);
    }

    private void checkUsable() {
        var cause = failure;
        if (cause != null) {
            throw failed(cause);
        }
        if (closed) {
            throw new JournalException(Reason.CLOSED, "the journal in " + segments.directory() + " is closed");
        }
    }

    /** After a failed write or sync nobody knows what is on the disk: the page cache may claim more than is there. */
    private JournalException poison(Throwable cause) {
        failure = cause;
        return failed(cause);
    }

    private JournalException failed(Throwable cause) {
        return new JournalException(
                Reason.FAILED, "the journal in " + segments.directory() + " failed and is stopped: " + cause, cause);
    }

    private long maintain(Maintenance work) {
        checkUsable();
        if (!maintaining.compareAndSet(false, true)) {
            throw new IllegalStateException("another snapshot or pruning is under way");
        }
        try {
            return work.run();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot maintain the journal in " + segments.directory(), e);
        } finally {
            maintaining.set(false);
        }
    }

    private interface Maintenance {
        long run() throws IOException;
    }
}
