package dev.quintet.shared.http.decode;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;

/** Walks the framing of a zstd stream without decoding: bounds the window of each frame and knows where frames end. */
final class ZstdFrames {
    /** What {@code zstd} uses up to its default level; the format would allow terabytes. */
    static final int WINDOW_MAX_BYTES = 2 * 1024 * 1024;

    private static final long FRAME = 0xFD2FB528L;
    private static final long SKIPPABLE = 0x184D2A50L;

    private Part part = Part.MAGIC;
    private int needed = 4; // bytes of the part that are still to come
    private int position;
    private long number; // the part's bytes, little-endian
    private int descriptor;
    private boolean lastBlock;

    private enum Part {
        MAGIC,
        SKIP_LENGTH,
        DESCRIPTOR,
        HEADER,
        BLOCK_HEADER,
        /** Bytes that say nothing about the framing. */
        BLOCK,
        SKIPPED,
        CHECKSUM
    }

    void accept(byte[] bytes, int offset, int length) {
        int at = offset;
        int end = offset + length;
        while (at < end) {
            if (part == Part.BLOCK || part == Part.SKIPPED) {
                int step = Math.min(needed, end - at);
                needed -= step;
                at += step;
            } else {
                collect(bytes[at++] & 0xffL);
            }
            if (needed == 0) {
                advance();
            }
        }
    }

    /** Whether the stream may end here: at least one frame, and the last one whole. */
    boolean complete() {
        return part == Part.MAGIC && needed == 4 && position < 0;
    }

    private void collect(long value) {
        if (part == Part.MAGIC && position < 0) {
            position = 0;
        }
        if (position < 8) {
            number |= value << (8 * position);
        }
        if (part == Part.HEADER && position == 0 && !singleSegment()) {
            // The window descriptor comes first.
            long base = 1L << (10 + (value >> 3));
            check(base + (base / 8) * (value & 7));
        }
        position++;
        needed--;
    }

    private void advance() {
        switch (part) {
            case MAGIC -> magic();
            case SKIP_LENGTH -> enter(Part.SKIPPED, number);
            case DESCRIPTOR -> {
                descriptor = (int) number;
                int header = headerBytes();
                enter(header == 0 ? Part.BLOCK_HEADER : Part.HEADER, header == 0 ? 3 : header);
            }
            case HEADER -> {
                if (singleSegment()) {
                    check(contentSize());
                }
                enter(Part.BLOCK_HEADER, 3);
            }
            case BLOCK_HEADER -> block();
            case BLOCK -> afterBlock();
            case SKIPPED, CHECKSUM -> frameEnd();
        }
    }

    private void magic() {
        if (number == FRAME) {
            enter(Part.DESCRIPTOR, 1);
        } else if ((number & 0xFFFFFFF0L) == SKIPPABLE) {
            enter(Part.SKIP_LENGTH, 4);
        } else {
            throw Decoder.corrupt();
        }
    }

    private void block() {
        lastBlock = (number & 1) != 0;
        long type = (number >> 1) & 3;
        long size = type == 1 ? 1 : number >> 3; // A run is one byte, however long it says it is.
        enter(Part.BLOCK, size);
    }

    private void afterBlock() {
        if (!lastBlock) {
            enter(Part.BLOCK_HEADER, 3);
        } else if ((descriptor & 4) != 0) {
            enter(Part.CHECKSUM, 4);
        } else {
            frameEnd();
        }
    }

    private void frameEnd() {
        enter(Part.MAGIC, 4);
        position = -1;
    }

    private void enter(Part next, long bytes) {
        if (bytes > Integer.MAX_VALUE) {
            throw Decoder.corrupt();
        }
        part = next;
        needed = (int) bytes;
        position = 0;
        number = 0;
        if (needed == 0) {
            advance();
        }
    }

    private boolean singleSegment() {
        return (descriptor & 0x20) != 0;
    }

    private int dictionaryBytes() {
        int code = descriptor & 3;
        return code == 3 ? 4 : code;
    }

    private int contentSizeBytes() {
        int code = descriptor >> 6;
        return code == 0 ? (singleSegment() ? 1 : 0) : 1 << code;
    }

    private int headerBytes() {
        return (singleSegment() ? 0 : 1) + dictionaryBytes() + contentSizeBytes();
    }

    /** Of a single segment: its window is its content. */
    private long contentSize() {
        if (dictionaryBytes() != 0) {
            throw Decoder.corrupt(); // No dictionaries are agreed on.
        }
        int bytes = contentSizeBytes();
        return bytes == 2 ? (number & 0xffff) + 256 : number;
    }

    private static void check(long window) {
        if (window < 0 || window > WINDOW_MAX_BYTES) {
            throw new ServiceException(
                    CommonError.DECODED_CAP, "a zstd window of more than " + WINDOW_MAX_BYTES + " bytes");
        }
    }
}
