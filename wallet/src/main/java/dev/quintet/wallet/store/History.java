package dev.quintet.wallet.store;

import dev.quintet.shared.journal.RecordLog;
import dev.quintet.wallet.domain.Archive;
import dev.quintet.wallet.domain.Digest;
import dev.quintet.wallet.domain.ledger.Entry;
import dev.quintet.wallet.domain.ledger.Frames;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Finds entries by number and by transaction for ever. The newest block of the index is in memory, full ones are files
 * beside the log; in memory they all stay where they are. One writer adds; any thread reads what was published.
 */
final class History implements Archive {
    private final RecordLog log;
    private final @Nullable Path directory;
    private final Executor background;
    private final Map<Long, IndexBlock> blocks = new ConcurrentHashMap<>();
    private final Map<Long, IndexFile> files = new ConcurrentHashMap<>();
    private IndexBlock open = new IndexBlock(0);

    /** {@code directory} is null when nothing may be written. */
    History(RecordLog log, @Nullable Path directory, Executor background) {
        this.log = log;
        this.directory = directory;
        this.background = background;
        blocks.put(0L, open);
    }

    /** Takes up the index of the first {@code seq} entries; false when a file is missing and it must be rebuilt. */
    boolean restore(long seq, DataInput in) throws IOException {
        open = new IndexBlock(seq / IndexBlock.ENTRIES);
        blocks.clear();
        blocks.put(open.number(), open);
        open.read(in);
        if (open.size() != seq % IndexBlock.ENTRIES || directory == null) {
            return false;
        }
        for (long number = 0; number < open.number(); number++) {
            var file = IndexFile.open(directory, number);
            if (file.isEmpty()) {
                return false;
            }
            files.put(number, file.get());
        }
        return true;
    }

    /** Starts from nothing, to be filled by adding every entry again. */
    void reset() {
        files.clear();
        blocks.clear();
        open = new IndexBlock(0);
        blocks.put(0L, open);
    }

    void add(long place, Entry entry) {
        if (open.full()) {
            open.publish();
            store(open);
            open = new IndexBlock(open.number() + 1);
            blocks.put(open.number(), open);
        }
        open.add(place, entry.txidHi());
    }

    void publish() {
        open.publish();
    }

    /** What {@link #restore} reads, as of now; to be written while the writer goes on. */
    Tail tail() {
        var block = open;
        int count = block.size();
        return out -> block.write(out, count);
    }

    Optional<Entry> entry(long seq) {
        if (seq < 1) {
            return Optional.empty();
        }
        long number = (seq - 1) / IndexBlock.ENTRIES;
        int ordinal = (int) ((seq - 1) % IndexBlock.ENTRIES);
        long place = place(number, ordinal);
        return place == 0 ? Optional.empty() : Optional.of(fetch(place, seq));
    }

    @Override
    public long find(Digest txid) {
        return transaction(txid).map(Entry::seq).orElse(0L);
    }

    Optional<Entry> transaction(Digest txid) {
        for (var block : blocks.values()) {
            for (int at = block.find(txid.hi(), 0); at >= 0; at = block.find(txid.hi(), at + 1)) {
                var entry = entry(block.number() * IndexBlock.ENTRIES + at + 1);
                if (entry.isPresent() && entry.get().txid().equals(txid)) {
                    return entry;
                }
            }
        }
        for (var file : files.entrySet()) {
            for (int at : ordinals(file.getValue(), txid)) {
                var entry = entry(file.getKey() * IndexBlock.ENTRIES + at + 1);
                if (entry.isPresent() && entry.get().txid().equals(txid)) {
                    return entry;
                }
            }
        }
        return Optional.empty();
    }

    private static int[] ordinals(IndexFile file, Digest txid) {
        try {
            return file.find(txid.hi());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot search the index", e);
        }
    }

    private long place(long number, int ordinal) {
        var block = blocks.get(number);
        if (block != null) {
            return block.place(ordinal);
        }
        var file = files.get(number);
        try {
            return file == null ? 0 : file.place(ordinal);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the index", e);
        }
    }

    private Entry fetch(long place, long seq) {
        var record = log.fetch(place);
        byte[] frame = new byte[record.remaining()];
        record.get(frame);
        var entries = Frames.decode(frame);
        return entries.get((int) (seq - entries.getFirst().seq()));
    }

    private void store(IndexBlock full) {
        if (directory == null) {
            return;
        }
        Path target = directory;
        background.execute(() -> {
            try {
                Files.createDirectories(target);
                files.put(full.number(), IndexFile.write(target, full));
                // Only now: a reader always finds one of the two.
                blocks.remove(full.number());
            } catch (IOException e) {
                // The block simply stays in memory; the next start makes the file.
                org.jboss.logging.Logger.getLogger(History.class)
                        .warnf(e, "index block %d stays in memory", full.number());
            }
        });
    }

    /** The part of the index that a snapshot carries. */
    @FunctionalInterface
    interface Tail {
        void write(DataOutput out) throws IOException;
    }
}
