package dev.quintet.rewarder.store;

import dev.quintet.rewarder.domain.run.Blob;
import dev.quintet.shared.content.ContentAddress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Artifacts as files: a folder per run, which gets its name when everything in it is on the medium. */
final class FileArtifacts implements Artifacts {
    private static final String TEMPORARY = ".tmp";

    private final Path artifacts;
    private final Path inputs;
    private final Path outbox;

    FileArtifacts(Path directory) throws IOException {
        artifacts = Files.createDirectories(directory.resolve("artifacts"));
        inputs = Files.createDirectories(directory.resolve("inputs"));
        outbox = Files.createDirectories(directory.resolve("outbox"));
        syncFolder(directory);
        try (var left = Files.list(artifacts)) {
            for (Path path :
                    left.filter(path -> path.toString().endsWith(TEMPORARY)).toList()) {
                delete(path);
            }
        }
    }

    @Override
    public Draft draft(ContentAddress run) throws IOException {
        var folder = artifacts.resolve(name(run) + TEMPORARY);
        delete(folder);
        Files.createDirectory(folder);
        return new FolderDraft(folder, artifacts.resolve(name(run)));
    }

    @Override
    public Optional<Blob> open(ContentAddress run, String name) throws IOException {
        return blob(artifacts.resolve(name(run)).resolve(name));
    }

    @Override
    public void seal(ContentAddress address, byte[] content) throws IOException {
        var target = inputs.resolve(name(address));
        if (Files.exists(target)) {
            return;
        }
        var temporary = Files.createTempFile(inputs, "sealing", TEMPORARY);
        try (var channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            var buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        syncFolder(inputs);
    }

    @Override
    public Optional<Blob> sealed(ContentAddress address) throws IOException {
        return blob(inputs.resolve(name(address)));
    }

    @Override
    public Slots slots(ContentAddress run, int payees) throws IOException {
        return new FileSlots(FileChannel.open(
                outbox.resolve(name(run)),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE));
    }

    private static String name(ContentAddress address) {
        return address.toString().substring("b3:".length());
    }

    private static Optional<Blob> blob(Path file) throws IOException {
        return Files.exists(file) ? Optional.of(new FileBlob(file, Files.size(file))) : Optional.empty();
    }

    private static void syncFolder(Path folder) throws IOException {
        try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (var paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static final class FolderDraft implements Draft {
        private final Path folder;
        private final Path target;
        private final List<Path> files = new ArrayList<>();

        FolderDraft(Path folder, Path target) {
            this.folder = folder;
            this.target = target;
        }

        @Override
        public OutputStream create(String name) throws IOException {
            var file = folder.resolve(name);
            files.add(file);
            return Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        }

        @Override
        public void commit() throws IOException {
            for (Path file : files) {
                try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.force(true);
                }
            }
            syncFolder(folder);
            // Already there when a crash came between this step and its record: the same order gave the same bytes.
            if (!Files.isDirectory(target)) {
                Files.move(folder, target, StandardCopyOption.ATOMIC_MOVE);
            }
            var parent = target.getParent();
            if (parent != null) {
                syncFolder(parent);
            }
        }

        @Override
        public void close() throws IOException {
            delete(folder);
        }
    }

    private record FileBlob(Path file, long size) implements Blob {
        @Override
        public byte[] read(long position, int length) throws IOException {
            var buffer = ByteBuffer.allocate(length);
            try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
                while (buffer.hasRemaining()) {
                    if (channel.read(buffer, position + buffer.position()) < 0) {
                        throw new IOException(file.getFileName() + " is shorter than it was");
                    }
                }
            }
            return buffer.array();
        }
    }

    private record FileSlots(FileChannel channel) implements Slots {
        @Override
        public void write(int payee, byte[] slot) throws IOException {
            var buffer = ByteBuffer.wrap(slot);
            while (buffer.hasRemaining()) {
                channel.write(buffer, (long) payee * BYTES + buffer.position());
            }
        }

        @Override
        public byte[] read(int payee) throws IOException {
            var buffer = ByteBuffer.allocate(BYTES);
            channel.read(buffer, (long) payee * BYTES);
            return buffer.array();
        }

        @Override
        public void sync() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
