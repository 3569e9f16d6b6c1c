package dev.quintet.shared.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The 16 bytes in front of every payload: checksum, kind and length, index in the segment, lag.
 *
 * <p>The checksum covers all that follows it and is masked with the segment's salt, so neither zeros nor bytes of
 * another segment, another journal or another place in this one pass for a frame. {@code lag} counts how far the frame
 * was ahead of the last sync when it was written (1: everything before it was durable); it is what lets recovery tell a
 * torn tail from damage.
 */
final class Frame {
    static final int BYTES = 16;

    static final int LENGTH_AT = 4;
    static final int INDEX_AT = 8;
    static final int LAG_AT = 12;

    /** What a frame means; the two top bits of its length word. */
    enum Kind {
        /** A user's record. */
        RECORD(0),
        /** The first frame of a segment: its first sequence and the chain value of everything before. */
        START(1),
        /** The last frame of a segment that was left for the next one. */
        END(2),
        /** Written by a clean close after the last record, overwritten by the next append. */
        SEAL(3);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        static Kind of(int lengthWord) {
            return switch (lengthWord >>> KIND_SHIFT) {
                case 0 -> RECORD;
                case 1 -> START;
                case 2 -> END;
                default -> SEAL;
            };
        }
    }

    private static final int KIND_SHIFT = 30;
    private static final int LENGTH_MASK = (1 << KIND_SHIFT) - 1;

    private Frame() {}

    /** Puts everything but the checksum at the buffer's position, which moves past the frame. */
    static void put(ByteBuffer buffer, Kind kind, int length, int index, int lag) {
        buffer.putInt(0).putInt(kind.code << KIND_SHIFT | length).putInt(index).putInt(lag);
    }

    static int length(int lengthWord) {
        return lengthWord & LENGTH_MASK;
    }

    /** The checksum of {@code buffer[from, to)}; position and limit are left changed. */
    static int checksum(CRC32C crc, ByteBuffer buffer, int from, int to) {
        crc.reset();
        crc.update(buffer.limit(to).position(from));
        return (int) crc.getValue();
    }

    /** Folds one frame's checksum into the value that chains a segment to all before it. */
    static int chain(int chain, int checksum) {
        return chain * 0x01000193 + checksum;
    }
}
