package dev.quintet.rewarder.store;

import dev.quintet.rewarder.domain.run.Run;
import dev.quintet.rewarder.domain.run.Stage;
import dev.quintet.shared.journal.Journal;
import dev.quintet.shared.journal.JournalException;
import dev.quintet.shared.journal.JournalSettings;
import dev.quintet.shared.journal.MemoryLog;
import dev.quintet.shared.journal.RecordLog;
import dev.quintet.shared.journal.SegmentedLog;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs and outbox on the journal. What {@link #append} returned from is durable and visible; nothing else is visible. */
public final class RunStore {
    private static final int CAPACITY = 4_096;

    private final RunBook book = new RunBook();
    private final Journal journal;

    private RunStore(RecordLog log, Consumer<JournalException> onFatal) {
        try (var reader = log.read(log.firstSequence())) {
            while (reader.next()) {
                book.apply(EventCodec.decode(reader.record()));
            }
        }
        this.journal = Journal.start("runs", log, CAPACITY, onFatal);
    }

    /** In {@code directory}, or in memory when that is null. A failed disk is told to {@code onFatal} once. */
    public static RunStore open(@Nullable Path directory, Consumer<JournalException> onFatal) {
        RecordLog log = directory == null
                ? new MemoryLog(JournalSettings.defaults())
                : SegmentedLog.open(directory.resolve("runs"), JournalSettings.defaults());
        try {
            return new RunStore(log, onFatal);
        } catch (RuntimeException e) {
            log.close();
            throw e;
        }
    }

    public Optional<Run> find(String epoch) {
        return book.find(epoch);
    }

    /** In order of their names, behind {@code after}. */
    public List<Run> page(String after, int limit) {
        return book.page(after, limit);
    }

    public List<Run> all() {
        return book.all();
    }

    /** Notes in memory that a worker has the run. */
    public void computing(String epoch) {
        book.stage(epoch, new Stage.Computing());
    }

    /** Returns when the event is durable and applied; blocks. */
    public void append(RunEvent event) throws InterruptedException {
        var done = new CompletableFuture<Void>();
        journal.append(ByteBuffer.wrap(EventCodec.encode(event)), new Journal.Completion() {
            @Override
            public void durable(long sequence) {
                try {
                    // On the writer's thread, so in the order of the log.
                    book.apply(event);
                    done.complete(null);
                } catch (RuntimeException e) {
                    done.completeExceptionally(e);
                }
            }

            @Override
            public void failed(JournalException failure) {
                done.completeExceptionally(failure);
            }
        });
        try {
            done.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the run log does not take the record", e.getCause());
        }
    }

    public void close() {
        journal.close().join();
    }
}
