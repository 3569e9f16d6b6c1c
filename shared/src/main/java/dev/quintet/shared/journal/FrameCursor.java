package dev.quintet.shared.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Looks at one frame of a segment at a time through a sliding window; believes nothing that its checksum does not. */
final class FrameCursor implements Closeable {
    /** A first look at a segment needs little; a walk through it pays for larger reads. */
    private static final int WINDOW_BYTES_MIN = 512;

    private static final int WINDOW_BYTES_MAX = 256 << 10;

    /** A frame's 16 bytes are never all zero (its lag is at least 1), so 32 zeros hold no start of one in their first half. */
    private static final int BLANK_BYTES = 32;

    private final FileLayer.File file;
    private final int salt;
    private final int segmentBytes;
    private final CRC32C crc = new CRC32C();

    private ByteBuffer window = ByteBuffer.allocate(WINDOW_BYTES_MIN);
    private int windowStart;
    private int loaded;

    private int offset;
    private Frame.Kind kind = Frame.Kind.RECORD;
    private int length;
    private int index;
    private int lag;
    private int checksum;
    private String problem = "";

    FrameCursor(FileLayer.File file, SegmentHeader header) {
        this.file = file;
        this.salt = header.salt();
        this.segmentBytes = header.segmentBytes();
    }

    /** Whether a sound frame starts at {@code offset}; if so the accessors describe it, otherwise {@link #problem()}. */
    boolean at(int offset) throws IOException {
        this.offset = offset;
        if (offset > segmentBytes - Frame.BYTES) {
            return refuse("the segment ends without an end frame");
        }
        int base = load(offset, Frame.BYTES);
        if (base < 0) {
            return refuse("the file ends inside a frame");
        }
        int word = window.getInt(base + Frame.LENGTH_AT);
        kind = Frame.Kind.of(word);
        length = Frame.length(word);
        index = window.getInt(base + Frame.INDEX_AT);
        lag = window.getInt(base + Frame.LAG_AT);
        checksum = window.getInt(base);
        if (lag < 1) {
            return refuse("no frame where one was written");
        }
        if (length > segmentBytes - offset - Frame.BYTES || index < 0) {
            return refuse("frame length or index out of range");
        }
        base = load(offset, Frame.BYTES + length);
        if (base < 0) {
            return refuse("the file ends inside a frame");
        }
        int computed = Frame.checksum(crc, window, base + Frame.LENGTH_AT, base + Frame.BYTES + length);
        window.clear();
        return (computed ^ salt) == checksum || refuse("checksum mismatch");
    }

    /**
     * Whether some sound frame from {@code offset} on was written when the record with index {@code lost} was already
     * synced. If so, whatever is wrong at {@code offset} happened to durable bytes; if not, a crash during an unfinished
     * sync explains it.
     */
    boolean provesSynced(int offset, int lost) throws IOException {
        int highest = lost + segmentBytes / Frame.BYTES;
        for (int at = offset; at <= segmentBytes - Frame.BYTES; at++) {
            int base = load(at, BLANK_BYTES);
            if (base >= 0 && blank(base)) {
                at += Frame.BYTES - 1;
                continue;
            }
            base = load(at, Frame.BYTES);
            if (base < 0) {
                return false;
            }
            int candidate = window.getInt(base + Frame.INDEX_AT);
            // The cheap test first: a checksum at every byte of a torn megabyte would take a while.
            if (candidate >= lost && candidate <= highest && at(at) && index - lag >= lost) {
                return true;
            }
        }
        return false;
    }

    /** Whether there is nothing but zeros from {@code offset} on. */
    boolean blankFrom(int offset) throws IOException {
        for (int at = offset; at < segmentBytes; at++) {
            int base = load(at, 1);
            if (base < 0 || window.get(base) != 0) {
                return false;
            }
            if (at + BLANK_BYTES <= segmentBytes && blank(load(at, BLANK_BYTES))) {
                at += BLANK_BYTES - 1;
            }
        }
        return true;
    }

    /** Forgets what was read ahead: the writer may have gone on since. */
    void refresh() {
        loaded = 0;
    }

    /** Notes that a sound frame is not the one that belongs here. */
    boolean expect(boolean fitting) {
        return fitting || refuse("a frame that belongs elsewhere");
    }

    Frame.Kind kind() {
        return kind;
    }

    int index() {
        return index;
    }

    int lag() {
        return lag;
    }

    int checksum() {
        return checksum;
    }

    int end() {
        return offset + Frame.BYTES + length;
    }

    /** A view of the frame's payload, valid until the next move. */
    ByteBuffer payload() {
        return window.slice(offset - windowStart + Frame.BYTES, length).asReadOnlyBuffer();
    }

    String problem() {
        return problem;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Brings {@code [offset, offset + count)} into the window; answers its index there, or -1 if the file is too short. */
    private int load(int offset, int count) throws IOException {
        if (offset >= windowStart && offset + count <= windowStart + loaded) {
            return offset - windowStart;
        }
        int capacity = Math.max(count, Math.min(WINDOW_BYTES_MAX, Math.min(segmentBytes, window.capacity() * 8)));
        if (capacity > window.capacity()) {
            window = ByteBuffer.allocateDirect(capacity);
        }
        windowStart = offset;
        loaded = file.read(window.clear(), offset);
        window.clear();
        return count <= loaded ? 0 : -1;
    }

    private boolean blank(int base) {
        return base >= 0
                && (window.getLong(base)
                                | window.getLong(base + 8)
                                | window.getLong(base + 16)
                                | window.getLong(base + 24))
                        == 0;
    }

    private boolean refuse(String problem) {
        this.problem = problem;
        return false;
    }
}
