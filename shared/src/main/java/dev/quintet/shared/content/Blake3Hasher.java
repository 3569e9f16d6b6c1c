package dev.quintet.shared.content;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * BLAKE3-256 of a stream of any length, piece by piece. Holds at most 64 KiB and one chaining value per tree level;
 * bulk input is not copied. For one thread at a time.
 */
public final class Blake3Hasher {
    private final Blake3Kernel kernel;
    private final int[] key;
    private final int flags;
    private final SliceBuffer buffer;

    /** Chaining values of complete subtrees to the left, largest first. */
    private int[] stack = new int[8 * 8];

    private int depth;

    /** Hashes without a key. */
    public Blake3Hasher() {
        this(Blake3Kernels.CHOSEN, ScalarKernel.iv(), 0);
    }

    Blake3Hasher(Blake3Kernel kernel, int[] key, int flags) {
        this.kernel = kernel;
        this.key = key;
        this.flags = flags;
        this.buffer = new SliceBuffer(kernel.sliceBytesMax());
    }

    /** Hashes with a key of 32 bytes. */
    public static Blake3Hasher keyed(byte[] key) {
        return new Blake3Hasher(Blake3Kernels.CHOSEN, Blake3.key(key), Blake3Kernel.KEYED);
    }

    public Blake3Hasher update(byte[] in) {
        return update(ByteBuffer.wrap(in));
    }

    public Blake3Hasher update(byte[] in, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, in.length);
        return update(ByteBuffer.wrap(in, offset, length));
    }

    /** Takes the buffer's remaining bytes. */
    public Blake3Hasher update(ByteBuffer in) {
        buffer.update(in, this::absorb);
        return this;
    }

    /** How many bytes were taken so far. */
    public long length() {
        return buffer.position() + buffer.length();
    }

    /** The hash of all bytes so far; more may follow, and a later call covers them too. */
    public byte[] finish() {
        int[] cv = key.clone();
        int root = depth == 0 ? Blake3Kernel.ROOT : 0;
        kernel.hash(cv, flags | root, buffer.bytes(), 0, buffer.length(), chunks());
        for (int i = depth; i > 0; i--) {
            cv = parent(i - 1, cv, i == 1 ? Blake3Kernel.ROOT : 0);
        }
        return Blake3.bytes(cv);
    }

    /** The address of all bytes so far; of use without a key only. */
    public ContentAddress address() {
        return ContentAddress.of(finish(), 0);
    }

    private void absorb(ByteBuffer in, int offset, int length) {
        int[] cv = key.clone();
        kernel.hash(cv, flags, in, offset, length, chunks());
        push(cv);
        // One subtree per set bit of the position. No merge here is the root: the buffer always keeps bytes behind.
        long chunks = chunks() + length / Blake3Kernel.CHUNK_BYTES;
        while (depth > Long.bitCount(chunks)) {
            int[] right = Arrays.copyOfRange(stack, 8 * (depth - 1), 8 * depth);
            depth -= 2;
            push(parent(depth, right, 0));
        }
    }

    private long chunks() {
        return buffer.position() / Blake3Kernel.CHUNK_BYTES;
    }

    private void push(int[] cv) {
        if (8 * depth == stack.length) {
            stack = Arrays.copyOf(stack, 2 * stack.length);
        }
        System.arraycopy(cv, 0, stack, 8 * depth, 8);
        depth++;
    }

    private int[] parent(int left, int[] right, int root) {
        int[] block = Arrays.copyOfRange(stack, 8 * left, 8 * left + 16);
        System.arraycopy(right, 0, block, 8, 8);
        int[] cv = key.clone();
        ScalarKernel.compress(cv, block, 0, Blake3Kernel.BLOCK_BYTES, flags | Blake3Kernel.PARENT | root);
        return cv;
    }
}
