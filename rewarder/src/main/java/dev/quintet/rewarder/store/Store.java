package dev.quintet.rewarder.store;

import dev.quintet.shared.journal.JournalException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Everything the rewarder keeps: the log of runs and the files of their artifacts. */
public record Store(RunStore runs, Artifacts artifacts) {

    /** In {@code directory}, or in memory when that is null. */
    public static Store open(@Nullable Path directory, Consumer<JournalException> onFatal) {
        var runs = RunStore.open(directory, onFatal);
        try {
            return new Store(runs, directory == null ? new MemoryArtifacts() : new FileArtifacts(directory));
        } catch (IOException e) {
            runs.close();
            throw new UncheckedIOException("cannot use " + directory, e);
        }
    }

    public void close() {
        runs.close();
    }
}
