package dev.quintet.shared.content;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Cuts a stream into aligned slices that are complete subtrees, without copying what arrives in bulk. The last bytes,
 * 1 to 64 KiB of them unless the stream is empty, always stay behind: whether a slice is the root shows only at the
 * end.
 */
final class SliceBuffer {
    /** Takes one aligned slice, a power of two of at least 64 KiB; {@code offset} is absolute. */
    interface Sink {
        void slice(ByteBuffer in, int offset, int length);
    }

    private static final int FIRST_CAPACITY = 1024;

    private final int sliceMax;
    private byte[] bytes = {};
    private int length;
    private long position;

    /** Gives out slices of up to {@code sliceMax} bytes, a power of two of at least 64 KiB. */
    SliceBuffer(int sliceMax) {
        this.sliceMax = sliceMax;
    }

    /** What stayed behind; only the first {@link #length()} bytes count. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** How many bytes went through in slices. */
    long position() {
        return position;
    }

    /** Takes all remaining bytes of {@code in}. */
    void update(ByteBuffer in, Sink sink) {
        while (in.hasRemaining()) {
            if (length == 0 && in.remaining() > Blake3Tree.GROUP_BYTES) {
                int piece = piece(in.remaining());
                sink.slice(in, in.position(), piece);
                in.position(in.position() + piece);
                position += piece;
            } else if (length == Blake3Tree.GROUP_BYTES) {
                sink.slice(ByteBuffer.wrap(bytes), 0, length);
                position += length;
                length = 0;
            } else {
                keep(in);
            }
        }
    }

    /** The largest slice that is aligned here and leaves at least one byte behind. */
    private int piece(int available) {
        int piece = Blake3Tree.GROUP_BYTES;
        while (2 * piece <= sliceMax && 2 * piece < available && position % (2L * piece) == 0) {
            piece *= 2;
        }
        return piece;
    }

    private void keep(ByteBuffer in) {
        int count = Math.min(in.remaining(), Blake3Tree.GROUP_BYTES - length);
        if (length + count > bytes.length) {
            int doubled = Math.min(Math.max(FIRST_CAPACITY, 2 * bytes.length), Blake3Tree.GROUP_BYTES);
            bytes = Arrays.copyOf(bytes, Math.max(doubled, length + count));
        }
        in.get(bytes, length, count);
        length += count;
    }
}
