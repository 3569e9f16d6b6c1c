package dev.quintet.shared.content;

import java.util.Arrays;
import java.util.Objects;

/**
 * Many chunks side by side in plain {@code int[]} rows, one element per chunk, in loops that the HotSpot compiler turns
 * into vector instructions: the portable kernel for the JVM. It needs no flags and no module; ahead-of-time compilers
 * do not vectorise it, so a native binary falls back to {@link ScalarKernel} instead.
 */
final class LanesKernel implements Blake3Kernel {
    /** 256 lanes were measured twice as fast as 64: the loops are long enough to pay for their start. */
    private static final int SLICE_BYTES_MAX = 1 << 18;

    /** Below this many inputs the rows are too short for the loops to win. */
    private static final int LANES_MIN = 8;

    private static final byte[][] SCHEDULE = {
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
        {2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8},
        {3, 4, 10, 12, 13, 2, 7, 14, 6, 5, 9, 0, 11, 15, 8, 1},
        {10, 7, 12, 9, 14, 3, 13, 15, 4, 0, 11, 2, 5, 8, 1, 6},
        {12, 13, 9, 11, 15, 10, 14, 8, 7, 2, 5, 3, 0, 1, 6, 4},
        {9, 14, 11, 5, 8, 12, 15, 1, 13, 3, 0, 10, 2, 6, 4, 7},
        {11, 15, 5, 0, 1, 9, 8, 6, 14, 10, 2, 12, 3, 4, 7, 13}
    };

    @Override
    public String description() {
        return "portable (lanes)";
    }

    @Override
    public int sliceBytesMax() {
        return SLICE_BYTES_MAX;
    }

    @Override
    public void hash(int[] cv, int flags, byte[] in, int offset, int length, long chunk) {
        Objects.checkFromIndexSize(offset, length, in.length);
        int full = length / CHUNK_BYTES;
        if (full < LANES_MIN) {
            ScalarKernel.slice(cv, flags, in, offset, length, chunk);
            return;
        }
        int rest = length - full * CHUNK_BYTES;
        Rows rows = new Rows(full + 1, cv);
        rows.chunks(in, offset, full, chunk, flags & ~ROOT);
        int count = full;
        if (rest > 0) {
            int[] last = cv.clone();
            ScalarKernel.chunk(last, flags & ~ROOT, in, offset + full * CHUNK_BYTES, rest, chunk + full);
            rows.put(full, last);
            count++;
        }
        while (count / 2 >= LANES_MIN) {
            count = rows.parents(count, (flags & ~ROOT) | PARENT);
        }
        ScalarKernel.join(cv, flags, rows.cvs(count), count);
    }

    /** The working set of one slice: row {@code w} holds word {@code w} of every lane. */
    private static final class Rows {
        private final int[] key;
        private final int[][] h;
        private final int[][] v;

        Rows(int lanes, int[] key) {
            this.key = key;
            h = new int[8][lanes];
            v = new int[16][lanes];
        }

        /** Hashes full chunks, one per lane. */
        void chunks(byte[] in, int offset, int lanes, long chunk, int flags) {
            int[][] m = new int[16][lanes];
            start(lanes);
            for (int block = 0; block < CHUNK_BYTES; block += BLOCK_BYTES) {
                for (int w = 0; w < 16; w++) {
                    load(m[w], in, offset + block + 4 * w);
                }
                for (int i = 0; i < lanes; i++) {
                    v[12][i] = (int) (chunk + i);
                    v[13][i] = (int) ((chunk + i) >>> 32);
                }
                int first = block == 0 ? CHUNK_START : 0;
                int last = block == CHUNK_BYTES - BLOCK_BYTES ? CHUNK_END : 0;
                compress(m, flags | first | last);
            }
        }

        /** Joins neighbours, one pair per lane; an odd last value stays last. Returns how many are left. */
        int parents(int count, int flags) {
            int pairs = count / 2;
            int[][] m = new int[16][pairs];
            for (int w = 0; w < 8; w++) {
                for (int i = 0; i < pairs; i++) {
                    m[w][i] = h[w][2 * i];
                    m[8 + w][i] = h[w][2 * i + 1];
                }
                h[w][pairs] = h[w][count - 1];
            }
            start(pairs);
            Arrays.fill(v[12], 0, pairs, 0);
            Arrays.fill(v[13], 0, pairs, 0);
            compress(m, flags);
            return pairs + (count & 1);
        }

        void put(int lane, int[] cv) {
            for (int w = 0; w < 8; w++) {
                h[w][lane] = cv[w];
            }
        }

        int[] cvs(int count) {
            int[] cvs = new int[8 * count];
            for (int w = 0; w < 8; w++) {
                for (int i = 0; i < count; i++) {
                    cvs[8 * i + w] = h[w][i];
                }
            }
            return cvs;
        }

        private void start(int lanes) {
            for (int w = 0; w < 8; w++) {
                Arrays.fill(h[w], 0, lanes, key[w]);
            }
        }

        private void compress(int[][] m, int flags) {
            int lanes = m[0].length;
            for (int w = 0; w < 8; w++) {
                System.arraycopy(h[w], 0, v[w], 0, lanes);
            }
            for (int w = 0; w < 4; w++) {
                Arrays.fill(v[8 + w], 0, lanes, ScalarKernel.iv(w));
            }
            Arrays.fill(v[14], 0, lanes, BLOCK_BYTES);
            Arrays.fill(v[15], 0, lanes, flags);
            for (byte[] s : SCHEDULE) {
                mix(v[0], v[4], v[8], v[12], m[s[0]], m[s[1]]);
                mix(v[1], v[5], v[9], v[13], m[s[2]], m[s[3]]);
                mix(v[2], v[6], v[10], v[14], m[s[4]], m[s[5]]);
                mix(v[3], v[7], v[11], v[15], m[s[6]], m[s[7]]);
                mix(v[0], v[5], v[10], v[15], m[s[8]], m[s[9]]);
                mix(v[1], v[6], v[11], v[12], m[s[10]], m[s[11]]);
                mix(v[2], v[7], v[8], v[13], m[s[12]], m[s[13]]);
                mix(v[3], v[4], v[9], v[14], m[s[14]], m[s[15]]);
            }
            for (int w = 0; w < 8; w++) {
                xor(h[w], v[w], v[8 + w], lanes);
            }
        }
    }

    private static void load(int[] row, byte[] in, int offset) {
        for (int i = 0; i < row.length; i++) {
            row[i] = ScalarKernel.word(in, offset + i * CHUNK_BYTES);
        }
    }

    private static void xor(int[] out, int[] a, int[] b, int lanes) {
        for (int i = 0; i < lanes; i++) {
            out[i] = a[i] ^ b[i];
        }
    }

    // The quarter round on every lane; the message rows are exactly as long as there are lanes.
    private static void mix(int[] as, int[] bs, int[] cs, int[] ds, int[] xs, int[] ys) {
        for (int i = 0; i < xs.length; i++) {
            int a = as[i] + bs[i] + xs[i];
            int d = Integer.rotateRight(ds[i] ^ a, 16);
            int c = cs[i] + d;
            int b = Integer.rotateRight(bs[i] ^ c, 12);
            a += b + ys[i];
            d = Integer.rotateRight(d ^ a, 8);
            c += d;
            as[i] = a;
            bs[i] = Integer.rotateRight(b ^ c, 7);
            cs[i] = c;
            ds[i] = d;
        }
    }
}
