package dev.quintet.storage.store.pack;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Tells what a pack holds: from its footer when it is sealed and sound, otherwise record by record, stepping over whatever
 * is damaged. A pack that was being written when the process died is verified to its last byte.
 */
final class PackScan {
    private static final int WINDOW_BYTES = 1 << 20;

    private final Pack pack;
    private final int salt;

    /** Takes one record that is there. */
    @FunctionalInterface
    interface Visitor {
        void record(long offset, Head head);
    }

    /**
     * What a scan found.
     *
     * @param sealed whether the footer was sound
     * @param end where the last record ends
     * @param damaged bytes that were stepped over
     */
    record Result(boolean sealed, long end, long damaged) {}

    PackScan(Pack pack, int salt) {
        this.pack = pack;
        this.salt = salt;
    }

    Result run(Visitor visitor) throws IOException {
        long size = pack.size();
        pack.created(PackFormat.created(pack.readAt(0, PackFormat.HEADER_BYTES), pack.ordinal(), salt));
        if (size >= PackFormat.HEADER_BYTES + PackFormat.TRAILER_BYTES) {
            var trailer =
                    PackFormat.trailer(pack.readAt(size - PackFormat.TRAILER_BYTES, PackFormat.TRAILER_BYTES), salt);
            if (trailer != null && footer(trailer, size, visitor)) {
                return new Result(true, trailer.footerOffset(), 0);
            }
        }
        return walk(size, visitor);
    }

    private boolean footer(PackFormat.Trailer trailer, long size, Visitor visitor) throws IOException {
        long bytes = (long) trailer.entries() * PackFormat.ENTRY_BYTES;
        if (trailer.footerOffset() + bytes + PackFormat.TRAILER_BYTES != size) {
            return false;
        }
        var footer = pack.readAt(trailer.footerOffset(), (int) bytes);
        if (footer.limit() != bytes || (PackFormat.crc(footer, 0, (int) bytes) ^ salt) != trailer.footerCrc()) {
            return false;
        }
        for (int at = 0; at < bytes; at += PackFormat.ENTRY_BYTES) {
            var head = PackFormat.entryHead(footer, at);
            if (head != null) {
                visitor.record(PackFormat.entryOffset(footer, at), head);
            }
        }
        return true;
    }

    private Result walk(long size, Visitor visitor) throws IOException {
        long offset = PackFormat.HEADER_BYTES;
        long end = offset;
        long damaged = 0;
        while (offset + Head.BYTES <= size) {
            var window = pack.readAt(offset, (int) Math.min(WINDOW_BYTES, size - offset));
            int at = 0;
            while (at + Head.BYTES <= window.limit()) {
                var head = Head.decode(window, at, salt);
                long next = head == null ? 0 : offset + at + head.recordBytes();
                if (head != null && next <= size + Head.ALIGNMENT && sound(offset + at, at, head, window)) {
                    visitor.record(offset + at, head);
                    end = next;
                    at += head.recordBytes();
                } else {
                    damaged += Head.ALIGNMENT;
                    at += Head.ALIGNMENT;
                }
            }
            offset += at;
        }
        return new Result(false, end, damaged);
    }

    private boolean sound(long offset, int at, Head head, ByteBuffer window) throws IOException {
        if (at + Head.BYTES + head.payloadBytes() <= window.limit()) {
            return new PackRecord(head, window.slice(at + Head.BYTES, head.payloadBytes())).sound();
        }
        var record = pack.read(offset, head.recordBytes());
        return record != null && record.sound();
    }
}
