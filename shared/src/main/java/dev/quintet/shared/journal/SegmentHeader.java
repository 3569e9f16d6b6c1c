package dev.quintet.shared.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The first 64 bytes of a segment file: written, with the zeros behind it, and synced before the file gets its name, so
 * a segment without a sound header was damaged and not torn.
 *
 * @param identity the journal the segment belongs to
 * @param ordinal the segment's place, from 1 without gaps; also its file name
 * @param segmentBytes the length of the file
 */
record SegmentHeader(long identity, long ordinal, int segmentBytes) {
    static final int BYTES = 64;

    private static final long MAGIC = 0x514A4F55524E414CL; // "QJOURNAL"
    private static final int VERSION = 1;
    private static final int CHECKSUM_AT = BYTES - Integer.BYTES;

    ByteBuffer encode() {
        var buffer = ByteBuffer.allocate(BYTES);
        buffer.putLong(MAGIC).putInt(VERSION).putInt(segmentBytes);
        buffer.putLong(identity).putLong(ordinal);
        return buffer.putInt(CHECKSUM_AT, checksum(buffer)).clear();
    }

    /** What the bytes say, or null when they are not a sound header of this version. */
    static @Nullable SegmentHeader decode(ByteBuffer buffer) {
        if (buffer.limit() < BYTES
                || buffer.getLong(0) != MAGIC
                || buffer.getInt(8) != VERSION
                || buffer.getInt(CHECKSUM_AT) != checksum(buffer)) {
            return null;
        }
        return new SegmentHeader(buffer.getLong(16), buffer.getLong(24), buffer.getInt(12));
    }

    /** Masks the checksums of this segment's frames; distinct for every ordinal of a journal. */
    int salt() {
        return checksum(encode());
    }

    String fileName() {
        return fileName(ordinal);
    }

    static String fileName(long ordinal) {
        return "%016d.log".formatted(ordinal);
    }

    private static int checksum(ByteBuffer buffer) {
        return Frame.checksum(new CRC32C(), buffer.duplicate(), 0, CHECKSUM_AT);
    }
}
