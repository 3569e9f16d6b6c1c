package dev.quintet.shared.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.List;

/** The operating system's files. */
final class DiskFileLayer implements FileLayer {

    @Override
    public void createDirectories(Path directory) throws IOException {
        var missing = new ArrayDeque<Path>();
        for (Path path = directory.toAbsolutePath(); path != null && !Files.exists(path); path = path.getParent()) {
            missing.push(path);
        }
        Files.createDirectories(directory);
        // A new directory is itself a name that has to survive, in the one above it.
        for (Path path : missing) {
            var parent = path.getParent();
            if (parent != null) {
                syncDirectory(parent);
            }
        }
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        try (var entries = Files.list(directory)) {
            return entries.filter(Files::isRegularFile)
                    .map(path -> String.valueOf(path.getFileName()))
                    .toList();
        }
    }

    @Override
    public File create(Path path) throws IOException {
        return new ChannelFile(FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public File open(Path path) throws IOException {
        return new ChannelFile(FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void delete(Path path) throws IOException {
        Files.deleteIfExists(path);
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        // Linux lets a directory be opened for reading and synced like a file.
        try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public Closeable lock(Path path) throws IOException {
        var channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException _) {
            // Held elsewhere in this process: the same answer as held by another one.
        }
        channel.close();
        throw new IOException("locked by another user: " + path);
    }

    @Override
    public long identity() {
        return new SecureRandom().nextLong();
    }

    private record ChannelFile(FileChannel channel) implements File {

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            int total = 0;
            while (into.hasRemaining()) {
                int count = channel.read(into, position + total);
                if (count < 0) {
                    break;
                }
                total += count;
            }
            return total;
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            long at = position;
            while (from.hasRemaining()) {
                at += channel.write(from, at);
            }
        }

        @Override
        public void sync(boolean metadata) throws IOException {
            channel.force(metadata);
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
