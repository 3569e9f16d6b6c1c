package dev.quintet.storage.store.pack;

import dev.quintet.shared.content.ContentAddress;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The frame around a pack's records, byte by byte; the package's tour has the picture. */
final class PackFormat {
    static final int HEADER_BYTES = 64;
    static final int ENTRY_BYTES = 56;
    static final int TRAILER_BYTES = 32;

    private static final long HEADER_MAGIC = 0x515041434b303031L; // "QPACK001"
    private static final long TRAILER_MAGIC = 0x515041434b454e44L; // "QPACKEND"

    private PackFormat() {}

    /** Where a sealed pack's footer is. */
    record Trailer(long footerOffset, int entries, int footerCrc) {}

    static String name(int ordinal) {
        return "%012d.pack".formatted(ordinal);
    }

    /** The ordinal in a file's name; 0 when it is none. */
    static int ordinal(String name) {
        if (!name.matches("\\d{12}\\.pack")) {
            return 0;
        }
        long ordinal = Long.parseLong(name, 0, 12, 10);
        return ordinal > Place.ORDINAL_MAX ? 0 : (int) ordinal;
    }

    static ByteBuffer header(int ordinal, ContentAddress volume, long created, int salt) {
        var header = ByteBuffer.allocate(HEADER_BYTES);
        header.putLong(HEADER_MAGIC)
                .putLong(ordinal)
                .putLong(volume.a())
                .putLong(volume.b())
                .putLong(created);
        header.putInt(HEADER_BYTES - 4, crc(header, 0, HEADER_BYTES - 4) ^ salt);
        return header.clear();
    }

    /** When the pack was begun; -1 when the header is not sound or another pack's. */
    static long created(ByteBuffer header, int ordinal, int salt) {
        boolean sound = header.limit() == HEADER_BYTES
                && header.getLong(0) == HEADER_MAGIC
                && header.getLong(8) == ordinal
                && header.getInt(HEADER_BYTES - 4) == (crc(header, 0, HEADER_BYTES - 4) ^ salt);
        return sound ? header.getLong(32) : -1;
    }

    static void entry(ByteBuffer into, long offset, Head head) {
        var scheme = head.scheme();
        into.putInt((int) offset).putInt(head.payloadBytes());
        into.put((byte) head.kind().code())
                .put((byte) scheme.shard())
                .put((byte) scheme.data())
                .put((byte) scheme.parity());
        into.putInt(head.aux()).putLong(head.stamp());
        Head.put(into, head.id());
    }

    static long entryOffset(ByteBuffer footer, int at) {
        return footer.getInt(at);
    }

    /** The record's header as far as the footer tells it: without the hash, in whose place the id stands. */
    static @Nullable Head entryHead(ByteBuffer footer, int at) {
        var kind = Kind.of(footer.get(at + 8));
        if (kind == null) {
            return null;
        }
        var scheme = footer.get(at + 9) == 0 && footer.get(at + 10) == 0
                ? Head.Scheme.NONE
                : new Head.Scheme(footer.get(at + 9) & 0xff, footer.get(at + 10) & 0xff, footer.get(at + 11) & 0xff);
        var id = Head.address(footer, at + 24);
        return new Head(kind, scheme, footer.getInt(at + 4), footer.getInt(at + 12), footer.getLong(at + 16), id, id);
    }

    static ByteBuffer trailer(long footerOffset, int entries, int footerCrc, int salt) {
        var trailer = ByteBuffer.allocate(TRAILER_BYTES);
        trailer.putLong(TRAILER_MAGIC).putLong(footerOffset).putInt(entries).putInt(footerCrc);
        trailer.putInt(TRAILER_BYTES - 4, crc(trailer, 0, TRAILER_BYTES - 4) ^ salt);
        return trailer.clear();
    }

    static @Nullable Trailer trailer(ByteBuffer in, int salt) {
        boolean sound = in.limit() == TRAILER_BYTES
                && in.getLong(0) == TRAILER_MAGIC
                && in.getInt(TRAILER_BYTES - 4) == (crc(in, 0, TRAILER_BYTES - 4) ^ salt);
        return sound ? new Trailer(in.getLong(8), in.getInt(16), in.getInt(20)) : null;
    }

    static int crc(ByteBuffer buffer, int from, int to) {
        var crc = new CRC32C();
        crc.update(buffer.duplicate().limit(to).position(from));
        return (int) crc.getValue();
    }

    /** What masks every checksum of a volume. */
    static int salt(ContentAddress volume) {
        return crc(ByteBuffer.wrap(volume.bytes()), 0, ContentAddress.BYTES);
    }
}
