package dev.quintet.storage.store.pack;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One pack for reading, from any thread. Its file handle may be taken away and comes back by itself. */
final class Pack implements Closeable {
    private final VolumeFiles files;
    private final int ordinal;
    private final int salt;
    private final AtomicReference<VolumeFiles.@Nullable File> handle = new AtomicReference<>();
    private final AtomicLong live = new AtomicLong();
    private final AtomicLong total = new AtomicLong();
    private volatile long created;
    private volatile boolean sealed;

    Pack(VolumeFiles files, int ordinal, int salt, long created) {
        this.files = files;
        this.ordinal = ordinal;
        this.salt = salt;
        this.created = created;
    }

    int ordinal() {
        return ordinal;
    }

    String name() {
        return PackFormat.name(ordinal);
    }

    /** The stamp before which nothing in it was written. */
    long created() {
        return created;
    }

    void created(long stamp) {
        created = stamp;
    }

    boolean sealed() {
        return sealed;
    }

    void seal() {
        sealed = true;
    }

    /** Bytes of records that the index points to. */
    long live() {
        return Math.max(0, live.get());
    }

    void addLive(long bytes) {
        live.addAndGet(bytes);
    }

    /** Bytes of all records. */
    long total() {
        return total.get();
    }

    void addTotal(long bytes) {
        total.addAndGet(bytes);
    }

    /** The record at {@code offset}, not longer than {@code bytesMax}; null when there is no sound header. */
    @Nullable
    PackRecord read(long offset, int bytesMax) throws IOException {
        var buffer = readAt(offset, bytesMax);
        var head = Head.decode(buffer, 0, salt);
        if (head == null || head.payloadBytes() > buffer.limit() - Head.BYTES) {
            return null;
        }
        return new PackRecord(head, buffer.slice(Head.BYTES, head.payloadBytes()));
    }

    /** Up to {@code count} bytes from {@code offset}, fewer at the end of the file. */
    ByteBuffer readAt(long offset, int count) throws IOException {
        var buffer = ByteBuffer.allocate(count);
        try {
            file().read(buffer, offset);
        } catch (ClosedChannelException e) {
            // Evicted, or closed under another reader that was interrupted: the file itself is fine.
            if (Thread.currentThread().isInterrupted()) {
                throw e;
            }
            close();
            file().read(buffer.clear(), offset);
        }
        return buffer.flip();
    }

    long size() throws IOException {
        return file().size();
    }

    VolumeFiles.File file() throws IOException {
        var known = handle.get();
        if (known != null) {
            return known;
        }
        var opened = files.open(name());
        if (handle.compareAndSet(null, opened)) {
            return opened;
        }
        opened.close();
        return file();
    }

    @Override
    public void close() throws IOException {
        var known = handle.getAndSet(null);
        if (known != null) {
            known.close();
        }
    }
}
