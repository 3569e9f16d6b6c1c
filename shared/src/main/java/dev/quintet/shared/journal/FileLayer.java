package dev.quintet.shared.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * Everything the journal asks of a file system. One real implementation; the tests have another that loses, tears,
 * reorders and refuses, so nothing here may be more than a disk promises: what was not synced may be gone.
 */
public interface FileLayer {

    /** Makes the directory and those above it where they are missing, durably. */
    void createDirectories(Path directory) throws IOException;

    /** The names of the plain files in {@code directory}, in no order. */
    List<String> list(Path directory) throws IOException;

    /** A new, empty file; fails when the name is taken. */
    File create(Path path) throws IOException;

    /** An existing file, for reading and writing. */
    File open(Path path) throws IOException;

    /** Atomic: after a crash the file has one of the two names, durable only after {@link #syncDirectory}. */
    void rename(Path from, Path to) throws IOException;

    void delete(Path path) throws IOException;

    /** Makes creations, renames and deletions in {@code directory} durable. */
    void syncDirectory(Path directory) throws IOException;

    /** Excludes every other process, and every other caller in this one, until closed; fails at once when taken. */
    Closeable lock(Path path) throws IOException;

    /** A number no other journal has. */
    long identity();

    /** One open file. Not thread-safe except for reads. */
    interface File extends Closeable {

        /** Reads at {@code position} until the buffer is full or the file ends; answers how many bytes. */
        int read(ByteBuffer into, long position) throws IOException;

        /** Writes all of {@code from} at {@code position}, or fails. */
        void write(ByteBuffer from, long position) throws IOException;

        /** Returns once the content is on the medium; {@code metadata} includes the length. */
        void sync(boolean metadata) throws IOException;

        long size() throws IOException;
    }
}
