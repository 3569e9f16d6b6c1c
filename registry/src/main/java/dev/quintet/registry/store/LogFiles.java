package dev.quintet.registry.store;

import dev.quintet.shared.config.QuintetConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the log takes up on disk; nothing in amnesia. */
@ApplicationScoped
public class LogFiles {
    private final Path folder;

    LogFiles(QuintetConfig config) {
        this.folder = config.dataDir().resolve("log");
    }

    public long bytes() {
        return list().stream().mapToLong(path -> path.toFile().length()).sum();
    }

    public long segments() {
        return list().stream().filter(path -> path.toString().endsWith(".log")).count();
    }

    private List<Path> list() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder, e);
        }
    }
}
