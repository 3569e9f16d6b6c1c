package dev.quintet.storage.store.pack;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Everything a volume asks of its medium: a directory on a disk, or memory when nothing may be left behind. */
public interface VolumeFiles {

    /** Whether the place itself is there: the directory exists. */
    boolean present();

    /** Makes the place if it is not there, and excludes every other user until closed. */
    Closeable claim() throws IOException;

    List<String> list() throws IOException;

    /** A new, empty file; fails when the name is taken. */
    File create(String name) throws IOException;

    /** An existing file. */
    File open(String name) throws IOException;

    void delete(String name) throws IOException;

    /** Makes creations and deletions durable. */
    void syncNames() throws IOException;

    long freeBytes();

    long totalBytes();

    /** One open file; reads from any thread, writes from one. */
    interface File extends Closeable {
        /** Reads until the buffer is full or the file ends. */
        void read(ByteBuffer into, long position) throws IOException;

        void write(ByteBuffer from, long position) throws IOException;

        void truncate(long size) throws IOException;

        /** Returns once content and length are on the medium. */
        void sync() throws IOException;

        long size() throws IOException;
    }
}
