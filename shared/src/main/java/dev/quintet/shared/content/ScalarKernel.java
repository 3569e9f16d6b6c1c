package dev.quintet.shared.content;

import static java.lang.Integer.rotateRight;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;

/**
 * One compression at a time in sixteen local variables: the portable kernel that ahead-of-time compilers handle best,
 * and the compression that joins chaining values for all kernels.
 */
final class ScalarKernel implements Blake3Kernel {
    static final int SLICE_BYTES_MAX = 1 << 16;
    static final int ROUNDS = 7;

    /** The first eight words of the fractional part of the square roots of primes, as in SHA-256. */
    private static final int[] IV = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
    };

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();

    /** A fresh copy of the key of unkeyed hashing. */
    static int[] iv() {
        return IV.clone();
    }

    static int iv(int word) {
        return IV[word];
    }

    static int word(byte[] in, int offset) {
        return (int) INT.get(in, offset);
    }

    @Override
    public String description() {
        return "portable (scalar)";
    }

    @Override
    public int sliceBytesMax() {
        return SLICE_BYTES_MAX;
    }

    @Override
    public void hash(int[] cv, int flags, byte[] in, int offset, int length, long chunk) {
        Objects.checkFromIndexSize(offset, length, in.length);
        slice(cv, flags, in, offset, length, chunk);
    }

    static void slice(int[] cv, int flags, byte[] in, int offset, int length, long chunk) {
        if (length <= CHUNK_BYTES) {
            chunk(cv, flags, in, offset, length, chunk);
            return;
        }
        int mode = flags & ~ROOT;
        int count = (length + CHUNK_BYTES - 1) / CHUNK_BYTES;
        int[] cvs = new int[8 * count];
        int[] leaf = new int[8];
        for (int i = 0; i < count; i++) {
            System.arraycopy(cv, 0, leaf, 0, 8);
            int bytes = Math.min(CHUNK_BYTES, length - i * CHUNK_BYTES);
            chunk(leaf, mode, in, offset + i * CHUNK_BYTES, bytes, chunk + i);
            System.arraycopy(leaf, 0, cvs, 8 * i, 8);
        }
        join(cv, flags, cvs, count);
    }

    /** Hashes one chunk of 0 to 1024 bytes. */
    static void chunk(int[] cv, int flags, byte[] in, int offset, int length, long chunk) {
        int[] block = new int[16];
        int start = CHUNK_START;
        int mode = flags & ~ROOT;
        int at = offset;
        int left = length;
        while (left > BLOCK_BYTES) {
            for (int w = 0; w < 16; w++) {
                block[w] = word(in, at + 4 * w);
            }
            compress(cv, block, chunk, BLOCK_BYTES, mode | start);
            start = 0;
            at += BLOCK_BYTES;
            left -= BLOCK_BYTES;
        }
        lastBlock(in, at, left, block);
        compress(cv, block, chunk, left, flags | start | CHUNK_END);
    }

    private static void lastBlock(byte[] in, int offset, int length, int[] block) {
        Arrays.fill(block, 0);
        for (int i = 0; i < length; i++) {
            block[i >> 2] |= (in[offset + i] & 0xff) << (8 * (i & 3));
        }
    }

    /**
     * Joins two or more chaining values layer by layer, an odd one moving up unpaired: BLAKE3's left-heavy tree. Takes
     * the key in {@code cv} and leaves the result there; {@code cvs} is used up.
     */
    static void join(int[] cv, int flags, int[] cvs, int count) {
        int[] block = new int[16];
        int mode = (flags & ~ROOT) | PARENT;
        int[] parent = new int[8];
        int left = count;
        while (left > 2) {
            int pairs = left / 2;
            for (int i = 0; i < pairs; i++) {
                System.arraycopy(cvs, 16 * i, block, 0, 16);
                System.arraycopy(cv, 0, parent, 0, 8);
                compress(parent, block, 0, BLOCK_BYTES, mode);
                System.arraycopy(parent, 0, cvs, 8 * i, 8);
            }
            if ((left & 1) == 1) {
                System.arraycopy(cvs, 16 * pairs, cvs, 8 * pairs, 8);
            }
            left = pairs + (left & 1);
        }
        System.arraycopy(cvs, 0, block, 0, 16);
        compress(cv, block, 0, BLOCK_BYTES, flags | PARENT);
    }

    /** The compression function, cut to the eight words that a chaining value needs; {@code m} is used up. */
    static void compress(int[] cv, int[] m, long counter, int length, int flags) {
        int v0 = cv[0], v1 = cv[1], v2 = cv[2], v3 = cv[3];
        int v4 = cv[4], v5 = cv[5], v6 = cv[6], v7 = cv[7];
        int v8 = IV[0], v9 = IV[1], v10 = IV[2], v11 = IV[3];
        int v12 = (int) counter, v13 = (int) (counter >>> 32), v14 = length, v15 = flags;
        for (int round = 1; ; round++) {
            v12 = rotateRight(v12 ^ (v0 += v4 + m[0]), 16);
            v4 = rotateRight(v4 ^ (v8 += v12), 12);
            v12 = rotateRight(v12 ^ (v0 += v4 + m[1]), 8);
            v4 = rotateRight(v4 ^ (v8 += v12), 7);
            v13 = rotateRight(v13 ^ (v1 += v5 + m[2]), 16);
            v5 = rotateRight(v5 ^ (v9 += v13), 12);
            v13 = rotateRight(v13 ^ (v1 += v5 + m[3]), 8);
            v5 = rotateRight(v5 ^ (v9 += v13), 7);
            v14 = rotateRight(v14 ^ (v2 += v6 + m[4]), 16);
            v6 = rotateRight(v6 ^ (v10 += v14), 12);
            v14 = rotateRight(v14 ^ (v2 += v6 + m[5]), 8);
            v6 = rotateRight(v6 ^ (v10 += v14), 7);
            v15 = rotateRight(v15 ^ (v3 += v7 + m[6]), 16);
            v7 = rotateRight(v7 ^ (v11 += v15), 12);
            v15 = rotateRight(v15 ^ (v3 += v7 + m[7]), 8);
            v7 = rotateRight(v7 ^ (v11 += v15), 7);
            v15 = rotateRight(v15 ^ (v0 += v5 + m[8]), 16);
            v5 = rotateRight(v5 ^ (v10 += v15), 12);
            v15 = rotateRight(v15 ^ (v0 += v5 + m[9]), 8);
            v5 = rotateRight(v5 ^ (v10 += v15), 7);
            v12 = rotateRight(v12 ^ (v1 += v6 + m[10]), 16);
            v6 = rotateRight(v6 ^ (v11 += v12), 12);
            v12 = rotateRight(v12 ^ (v1 += v6 + m[11]), 8);
            v6 = rotateRight(v6 ^ (v11 += v12), 7);
            v13 = rotateRight(v13 ^ (v2 += v7 + m[12]), 16);
            v7 = rotateRight(v7 ^ (v8 += v13), 12);
            v13 = rotateRight(v13 ^ (v2 += v7 + m[13]), 8);
            v7 = rotateRight(v7 ^ (v8 += v13), 7);
            v14 = rotateRight(v14 ^ (v3 += v4 + m[14]), 16);
            v4 = rotateRight(v4 ^ (v9 += v14), 12);
            v14 = rotateRight(v14 ^ (v3 += v4 + m[15]), 8);
            v4 = rotateRight(v4 ^ (v9 += v14), 7);
            if (round == ROUNDS) {
                break;
            }
            permute(m);
        }
        cv[0] = v0 ^ v8;
        cv[1] = v1 ^ v9;
        cv[2] = v2 ^ v10;
        cv[3] = v3 ^ v11;
        cv[4] = v4 ^ v12;
        cv[5] = v5 ^ v13;
        cv[6] = v6 ^ v14;
        cv[7] = v7 ^ v15;
    }

    /** BLAKE3's permutation of message words between rounds, as its two cycles. */
    private static void permute(int[] m) {
        int even = m[0];
        m[0] = m[2];
        m[2] = m[3];
        m[3] = m[10];
        m[10] = m[12];
        m[12] = m[9];
        m[9] = m[11];
        m[11] = m[5];
        m[5] = even;
        int odd = m[1];
        m[1] = m[6];
        m[6] = m[4];
        m[4] = m[7];
        m[7] = m[13];
        m[13] = m[14];
        m[14] = m[15];
        m[15] = m[8];
        m[8] = odd;
    }
}
