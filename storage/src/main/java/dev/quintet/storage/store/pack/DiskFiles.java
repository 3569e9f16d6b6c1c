package dev.quintet.storage.store.pack;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A directory on a disk. */
public final class DiskFiles implements VolumeFiles {
    private final Path directory;

    public DiskFiles(Path directory) {
        this.directory = directory;
    }

    @Override
    public boolean present() {
        return Files.isDirectory(directory);
    }

    @Override
    public Closeable claim() throws IOException {
        Files.createDirectories(directory);
        var parent = directory.toAbsolutePath().getParent();
        if (parent != null) {
            syncDirectory(parent);
        }
        var channel = FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException _) {
            // Held elsewhere in this process: the same answer as held by another one.
        }
        channel.close();
        throw new IOException("the volume in " + directory + " is in use by another process");
    }

    @Override
    public List<String> list() throws IOException {
        try (var entries = Files.list(directory)) {
            return entries.map(path -> String.valueOf(path.getFileName())).toList();
        }
    }

    @Override
    public File create(String name) throws IOException {
        return new ChannelFile(FileChannel.open(
                directory.resolve(name),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE));
    }

    @Override
    public File open(String name) throws IOException {
        return new ChannelFile(
                FileChannel.open(directory.resolve(name), StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
    }

    @Override
    public void syncNames() throws IOException {
        syncDirectory(directory);
    }

    @Override
    public long freeBytes() {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (IOException _) {
            // A directory that is gone has no room.
            return 0;
        }
    }

    @Override
    public long totalBytes() {
        try {
            return Files.getFileStore(directory).getTotalSpace();
        } catch (IOException _) {
            return 0;
        }
    }

    @Override
    public String toString() {
        return directory.toString();
    }

    private static void syncDirectory(Path directory) throws IOException {
        // Linux lets a directory be opened for reading and synced like a file.
        try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private record ChannelFile(FileChannel channel) implements File {
        @Override
        public void read(ByteBuffer into, long position) throws IOException {
            long at = position;
            while (into.hasRemaining()) {
                int count = channel.read(into, at);
                if (count < 0) {
                    return;
                }
                at += count;
            }
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            long at = position;
            while (from.hasRemaining()) {
                at += channel.write(from, at);
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            channel.truncate(size);
        }

        @Override
        public void sync() throws IOException {
            // The length is part of what fdatasync must bring out: without it the bytes could not be read back.
            channel.force(false);
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
