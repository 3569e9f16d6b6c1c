package dev.quintet.shared.http.decode;

import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** {@code gzip} (RFC 1952): one or more members, each with its optional header fields, checksum and length. */
final class GzipDecoder extends Decoder {
    private static final int HEADER_CRC = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xe0;

    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32(); // of the header, then of the content

    private byte[] slice = new byte[0];
    private int at;
    private int end;

    private Part part = Part.FIXED;
    private int position; // within the part
    private long number; // little-endian fields are collected here
    private int flags;
    private int extraBytes;
    private boolean begun;

    /** The parts of a member, in order. */
    private enum Part {
        FIXED,
        EXTRA_LENGTH,
        EXTRA_FIELD,
        FILE_NAME,
        FILE_COMMENT,
        HEADER_CHECKSUM,
        CONTENT,
        TRAILER
    }

    @Override
    void input(byte[] bytes, int offset, int length) {
        slice = bytes;
        at = offset;
        end = offset + length;
    }

    @Override
    int output(byte[] out, int offset, int length) {
        while (true) {
            if (part == Part.CONTENT) {
                int count = inflate(out, offset, length);
                if (count > 0 || part == Part.CONTENT) {
                    return count;
                }
            } else if (at == end) {
                return 0;
            } else {
                frame(slice[at++] & 0xff);
            }
        }
    }

    @Override
    void finish() {
        if (!begun || part != Part.FIXED || position != 0) {
            throw truncated();
        }
    }

    @Override
    void close() {
        inflater.end();
    }

    private int inflate(byte[] out, int offset, int length) {
        if (inflater.needsInput() && at < end) {
            inflater.setInput(slice, at, end - at);
            at = end;
        }
        try {
            int count = inflater.inflate(out, offset, length);
            crc.update(out, offset, count);
            if (inflater.needsDictionary()) {
                throw corrupt();
            }
            if (count == 0 && inflater.finished()) {
                at = end - inflater.getRemaining();
                enter(Part.TRAILER);
            }
            return count;
        } catch (DataFormatException e) {
            throw corrupt();
        }
    }

    private void frame(int value) {
        begun = true;
        if (part != Part.TRAILER && part != Part.HEADER_CHECKSUM) {
            crc.update(value);
        }
        switch (part) {
            case FIXED -> fixed(value);
            case EXTRA_LENGTH -> {
                extraBytes |= value << (8 * position++);
                if (position == 2) {
                    enter(extraBytes == 0 ? after(Part.EXTRA_FIELD) : Part.EXTRA_FIELD);
                }
            }
            case EXTRA_FIELD -> {
                if (++position == extraBytes) {
                    enter(after(Part.EXTRA_FIELD));
                }
            }
            case FILE_NAME, FILE_COMMENT -> {
                if (value == 0) {
                    enter(after(part));
                }
            }
            case HEADER_CHECKSUM -> headerChecksum(value);
            case TRAILER -> trailer(value);
            case CONTENT -> throw new IllegalStateException("content is not framing");
        }
    }

    private void fixed(int value) {
        boolean fits = switch (position) {
            case 0 -> value == 0x1f;
            case 1 -> value == 0x8b;
            case 2 -> value == 8;
            case 3 -> (value & RESERVED) == 0;
            default -> true;
        };
        if (!fits) {
            throw corrupt();
        }
        if (position == 3) {
            flags = value;
        }
        if (++position == 10) {
            enter(after(Part.FIXED));
        }
    }

    private void headerChecksum(int value) {
        number |= (long) value << (8 * position++);
        if (position == 2) {
            if (number != (crc.getValue() & 0xffff)) {
                throw corrupt();
            }
            enter(Part.CONTENT);
        }
    }

    private void trailer(int value) {
        number |= (long) value << (8 * position++);
        if (position == 4 && number != crc.getValue()) {
            throw corrupt();
        }
        if (position == 8) {
            if ((number >>> 32) != (inflater.getBytesWritten() & 0xffff_ffffL)) {
                throw corrupt();
            }
            inflater.reset();
            crc.reset();
            enter(Part.FIXED);
        }
    }

    /** The next part that the flags announce. */
    private Part after(Part done) {
        if (done.compareTo(Part.EXTRA_LENGTH) < 0 && (flags & EXTRA) != 0) {
            return Part.EXTRA_LENGTH;
        }
        if (done.compareTo(Part.FILE_NAME) < 0 && (flags & NAME) != 0) {
            return Part.FILE_NAME;
        }
        if (done.compareTo(Part.FILE_COMMENT) < 0 && (flags & COMMENT) != 0) {
            return Part.FILE_COMMENT;
        }
        return (flags & HEADER_CRC) != 0 ? Part.HEADER_CHECKSUM : Part.CONTENT;
    }

    private void enter(Part next) {
        if (next == Part.CONTENT) {
            crc.reset();
        }
        if (next == Part.FIXED) {
            extraBytes = 0;
        }
        part = next;
        position = 0;
        number = 0;
    }
}
