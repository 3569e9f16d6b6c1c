package dev.quintet.shared.journal;

import dev.quintet.shared.journal.JournalException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The {@link RecordLog} of a process that must leave nothing behind: the same contract in memory, without one file.
 * Records stay until pruned; "durable" means for as long as the process lives.
 */
public final class MemoryLog implements RecordLog {
    private final int recordBytesMax;
    private final ConcurrentSkipListMap<Long, byte[]> records = new ConcurrentSkipListMap<>();
    private final Deque<Snapshot> snapshots = new ArrayDeque<>(); // newest first; one thread maintains, by contract
    private volatile List<Snapshot> published = List.of();
    private long last;
    private volatile long durable;
    private volatile boolean closed;

    public MemoryLog(JournalSettings settings) {
        this.recordBytesMax = settings.recordBytesMax();
    }

    @Override
    public long append(ByteBuffer record) {
        checkOpen();
        int length = record.remaining();
        if (length > recordBytesMax) {
            throw new JournalException(Reason.TOO_LARGE, "a record of " + length + " bytes; at most " + recordBytesMax);
        }
        var copy = new byte[length];
        record.get(record.position(), copy);
        records.put(++last, copy);
        return last;
    }

    @Override
    public long sync() {
        checkOpen();
        durable = last;
        return last;
    }

    @Override
    public int recordBytesMax() {
        return recordBytesMax;
    }

    @Override
    public long firstSequence() {
        var first = records.firstEntry();
        return first == null ? durable + 1 : first.getKey();
    }

    @Override
    public long durableSequence() {
        return durable;
    }

    @Override
    public long lastPlace() {
        return last;
    }

    @Override
    public ByteBuffer fetch(long place) {
        byte[] found = records.get(place);
        if (found == null) {
            throw place > 0 && place < firstSequence()
                    ? pruned(place)
                    : new CorruptionException("memory", 0, place, "no record at this place");
        }
        return ByteBuffer.wrap(found).asReadOnlyBuffer();
    }

    @Override
    public RecordReader read(long from) {
        if (from < firstSequence()) {
            throw pruned(from);
        }
        return new Reader(from);
    }

    @Override
    public void saveSnapshot(long sequence, SnapshotBody body) {
        checkOpen();
        if (sequence < 1 || sequence > durable) {
            throw new IllegalArgumentException("sequence " + sequence + " is not in 1.." + durable);
        }
        var out = new ByteArrayOutputStream();
        try {
            body.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot take the snapshot", e);
        }
        byte[] content = out.toByteArray();
        snapshots.removeIf(snapshot -> snapshot.sequence() == sequence);
        snapshots.addFirst(new Snapshot(sequence, content.length, () -> new ByteArrayInputStream(content), List.of()));
        while (snapshots.size() > 2) {
            snapshots.removeLast();
        }
        published = List.copyOf(snapshots);
    }

    @Override
    public Optional<Snapshot> newestSnapshot() {
        return published.stream().findFirst();
    }

    @Override
    public int prune(long sequence) {
        checkOpen();
        var kept = published;
        if (kept.size() < 2) {
            return 0;
        }
        // The last record stays, as the last segment does on disk.
        long bound = Math.min(Math.min(sequence, kept.getLast().sequence()), last - 1);
        var dropped = records.headMap(bound, true);
        int count = dropped.isEmpty() ? 0 : 1;
        dropped.clear();
        return count;
    }

    @Override
    public void close() {
        if (!closed) {
            sync();
            closed = true;
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new JournalException(Reason.CLOSED, "the journal is closed");
        }
    }

    private static JournalException pruned(long sequence) {
        return new JournalException(Reason.PRUNED, "sequence " + sequence + " is no longer kept");
    }

    private final class Reader implements RecordReader {
        private long next;
        private ByteBuffer record = ByteBuffer.allocate(0);

        Reader(long from) {
            this.next = from;
        }

        @Override
        public boolean next() {
            if (next > durable) {
                return false;
            }
            byte[] found = records.get(next);
            if (found == null) {
                throw pruned(next);
            }
            record = ByteBuffer.wrap(found).asReadOnlyBuffer();
            next++;
            return true;
        }

        @Override
        public long sequence() {
            return next - 1;
        }

        @Override
        public long place() {
            return sequence();
        }

        @Override
        public ByteBuffer record() {
            return record;
        }

        @Override
        public void close() {
            record = ByteBuffer.allocate(0);
        }
    }
}
