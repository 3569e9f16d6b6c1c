package dev.quintet.shared.content;

import java.nio.ByteBuffer;

/**
 * Hashes one slice of an input to its chaining value; everything above the slice is common code. Implementations are
 * stateless and safe for any number of threads.
 */
sealed interface Blake3Kernel permits ScalarKernel, LanesKernel, NativeKernel {
    int BLOCK_BYTES = 64;
    int CHUNK_BYTES = 1024;

    int CHUNK_START = 1;
    int CHUNK_END = 2;
    int PARENT = 4;
    int ROOT = 8;
    int KEYED = 16;
    int CONTEXT = 32;
    int MATERIAL = 64;

    /** What {@link Blake3#implementation()} reports. */
    String description();

    /** The longest slice that one call takes: a power of two, at least 64 KiB. */
    int sliceBytesMax();

    /**
     * Replaces the key in {@code cv} by the chaining value of {@code in[offset, offset + length)}.
     *
     * @param flags the mode's flags, with {@link #ROOT} when the slice is the whole input
     * @param chunk the index of the slice's first chunk in the whole input
     */
    void hash(int[] cv, int flags, byte[] in, int offset, int length, long chunk);

    /** The same for a buffer's bytes from {@code offset}, an absolute index; without a copy where that is possible. */
    default void hash(int[] cv, int flags, ByteBuffer in, int offset, int length, long chunk) {
        if (in.hasArray()) {
            hash(cv, flags, in.array(), in.arrayOffset() + offset, length, chunk);
        } else {
            byte[] copy = new byte[length];
            in.get(offset, copy);
            hash(cv, flags, copy, 0, length, chunk);
        }
    }
}
