package dev.quintet.gateway.store;

import dev.quintet.gateway.domain.usage.UsageBook;
import dev.quintet.gateway.domain.usage.UsageEvent;
import dev.quintet.shared.journal.Journal;
import dev.quintet.shared.journal.JournalException;
import dev.quintet.shared.journal.JournalSettings;
import dev.quintet.shared.journal.MemoryLog;
import dev.quintet.shared.journal.RecordLog;
import dev.quintet.shared.journal.SegmentedLog;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The usage book on the journal. What {@link #append} returned from survives every crash; the book is what the journal says
 * and nothing else. Blocks for a disk sync; for one thread at a time.
 */
public final class UsageStore implements AutoCloseable {
    // A record per second: a small segment is many hours.
    private static final JournalSettings SETTINGS = new JournalSettings(4 << 20, 1 << 20);
    private static final int QUEUE = 256;

    private final UsageBook book = new UsageBook();
    private final Journal journal;

    private UsageStore(RecordLog log, Consumer<JournalException> onFatal) {
        recover(log);
        this.journal = Journal.start("usage", log, QUEUE, onFatal);
    }

    /** Opens the book in {@code directory}, or one in memory that leaves nothing behind when that is null. */
    public static UsageStore open(@Nullable Path directory, Consumer<JournalException> onFatal) {
        RecordLog log = directory == null ? new MemoryLog(SETTINGS) : SegmentedLog.open(directory, SETTINGS);
        try {
            return new UsageStore(log, onFatal);
        } catch (RuntimeException e) {
            log.close();
            throw e;
        }
    }

    public UsageBook book() {
        return book;
    }

    /** Makes the event durable, then applies it. On {@link JournalException} the book is as it was. */
    public void append(UsageEvent event) {
        try {
            journal.append(UsageCodec.encode(event)).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof JournalException refused ? refused : e;
        }
        book.apply(event);
    }

    /** Writes the book down and lets the records before it go. */
    public void compact() {
        var log = journal.log();
        long sequence = log.durableSequence();
        var entries = book.entries();
        log.saveSnapshot(sequence, stream -> {
            var out = new BufferedOutputStream(stream);
            UsageCodec.write(out, entries);
            out.flush();
        });
        log.prune(sequence);
    }

    @Override
    public void close() {
        journal.close().join();
    }

    private void recover(RecordLog log) {
        var snapshot = log.newestSnapshot();
        long from = 1;
        if (snapshot.isPresent()) {
            from = snapshot.get().sequence() + 1;
            try (var in = new BufferedInputStream(snapshot.get().open())) {
                UsageCodec.read(in, book);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        try (var reader = log.read(from)) {
            while (reader.next()) {
                book.apply(UsageCodec.decode(reader.record()));
            }
        }
    }
}
