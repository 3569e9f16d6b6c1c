package dev.quintet.storage.store.pack;

import dev.quintet.shared.content.ContentAddress;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The pack being written, for one thread. What {@link #sync} returned from is on the medium. */
final class PackWriter implements Closeable {
    private static final int BUFFER_BYTES = 1 << 20;
    private static final int PADDING_MAX = Head.ALIGNMENT;

    private final VolumeFiles.File file;
    private final Pack pack;
    private final int salt;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private ByteBuffer footer = ByteBuffer.allocate(PackFormat.ENTRY_BYTES * 64);
    private long written;
    private long synced;
    private int syncedFooter;

    private PackWriter(VolumeFiles.File file, Pack pack, int salt, long end) {
        this.file = file;
        this.pack = pack;
        this.salt = salt;
        this.written = end;
        this.synced = end;
    }

    /** Begins a pack; its name is durable before anything in it is. */
    static PackWriter begin(VolumeFiles files, Pack pack, ContentAddress volume, int salt) throws IOException {
        var file = files.create(pack.name());
        try {
            file.write(PackFormat.header(pack.ordinal(), volume, pack.created(), salt), 0);
            file.sync();
            files.syncNames();
            return new PackWriter(file, pack, salt, PackFormat.HEADER_BYTES);
        } catch (IOException e) {
            file.close();
            files.delete(pack.name());
            throw e;
        }
    }

    /** Takes up a pack that ends at {@code end}, only to seal it. */
    static PackWriter resume(Pack pack, int salt, long end) throws IOException {
        return new PackWriter(pack.file(), pack, salt, end);
    }

    Pack pack() {
        return pack;
    }

    long position() {
        return written + buffer.position();
    }

    /** Adds a record; answers its place. */
    long append(PackRecord record) throws IOException {
        var head = record.head();
        long offset = position();
        if (buffer.remaining() < Head.BYTES + PADDING_MAX) {
            flush();
        }
        head.encode(buffer, salt);
        var payload = record.payload().duplicate();
        while (payload.hasRemaining()) {
            if (!buffer.hasRemaining()) {
                flush();
            }
            int count = Math.min(buffer.remaining(), payload.remaining());
            buffer.put(payload.slice(payload.position(), count));
            payload.position(payload.position() + count);
        }
        if (buffer.remaining() < PADDING_MAX) {
            flush();
        }
        while (position() < offset + head.recordBytes()) {
            buffer.put((byte) 0);
        }
        note(offset, head);
        return Place.of(pack.ordinal(), offset, head);
    }

    /** Remembers a record for the footer. */
    void note(long offset, Head head) {
        if (footer.remaining() < PackFormat.ENTRY_BYTES) {
            footer = ByteBuffer.allocate(2 * footer.capacity()).put(footer.flip());
        }
        PackFormat.entry(footer, offset, head);
    }

    void sync() throws IOException {
        flush();
        file.sync();
        synced = written;
        syncedFooter = footer.position();
    }

    /** Takes back whatever was not synced. */
    void rollBack() throws IOException {
        buffer.clear();
        file.truncate(synced);
        written = synced;
        footer.position(syncedFooter);
    }

    /** Writes the footer, after which nothing is added. */
    void seal() throws IOException {
        flush();
        // Behind the last record there may be a torn one.
        file.truncate(written);
        int entries = footer.position() / PackFormat.ENTRY_BYTES;
        footer.flip();
        int crc = PackFormat.crc(footer, 0, footer.limit()) ^ salt;
        long at = written;
        file.write(footer.duplicate(), at);
        file.write(PackFormat.trailer(at, entries, crc, salt), at + footer.limit());
        file.sync();
        pack.seal();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private void flush() throws IOException {
        buffer.flip();
        int count = buffer.remaining();
        file.write(buffer, written);
        written += count;
        buffer.clear();
    }
}
