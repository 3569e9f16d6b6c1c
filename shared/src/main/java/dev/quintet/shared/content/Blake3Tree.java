package dev.quintet.shared.content;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * BLAKE3's own tree at the grain of 64 KiB groups: an aligned group is a complete subtree of 64 leaves, so its chaining
 * value depends on its bytes and its index alone, and the values of all groups join to the hash of the whole. Groups
 * may be hashed in any order and in parallel. Chaining values are 32 bytes each, laid end to end.
 */
public final class Blake3Tree {
    /** Bytes of a group; only the last group of an input may be shorter. */
    public static final int GROUP_BYTES = 64 * 1024;

    /** Bytes of an upload part: sixteen groups, a complete subtree too. */
    public static final int PART_BYTES = 1024 * 1024;

    /** Bytes of a chaining value. */
    public static final int CV_BYTES = 32;

    private Blake3Tree() {}

    /** How many groups an input has; the empty input has one. */
    public static long groups(long length) {
        return Math.max(1, Math.ceilDiv(length, (long) GROUP_BYTES));
    }

    /**
     * The chaining value of one group of an input that has more than one. (The only group of an input has no chaining
     * value, it is the root: use {@link Blake3#hash}.)
     *
     * @throws IndexOutOfBoundsException when the group is empty, too long or outside the array
     */
    public static byte[] chunkGroupCv(byte[] in, int offset, int length, long group) {
        Objects.checkFromIndexSize(offset, length, in.length);
        return chunkGroupCv(ByteBuffer.wrap(in, offset, length), group);
    }

    /** The same for the remaining bytes of a buffer, which are consumed. */
    public static byte[] chunkGroupCv(ByteBuffer in, long group) {
        Objects.checkIndex(in.remaining() - 1, GROUP_BYTES);
        byte[] cv = new byte[CV_BYTES];
        groupCvs(Blake3Kernels.CHOSEN, in, group, cv);
        return cv;
    }

    /**
     * The chaining values of consecutive groups, of which only the very last of the input may be short.
     *
     * @param firstGroup the index of the first group in the whole input
     */
    public static byte[] groupCvs(byte[] in, int offset, int length, long firstGroup) {
        Objects.checkFromIndexSize(offset, length, in.length);
        Objects.checkIndex(0, length);
        byte[] cvs = new byte[CV_BYTES * Math.ceilDiv(length, GROUP_BYTES)];
        groupCvs(Blake3Kernels.CHOSEN, ByteBuffer.wrap(in, offset, length), firstGroup, cvs);
        return cvs;
    }

    /** The chaining value of one 1 MiB part, of which only the input's last may be short. */
    public static byte[] partCv(byte[] in, int offset, int length, long part) {
        Objects.checkIndex(length - 1, PART_BYTES);
        return merge(groupCvs(in, offset, length, part * (PART_BYTES / GROUP_BYTES)));
    }

    /**
     * Joins the chaining values of neighbouring subtrees to that of the subtree above them. All must be of the same
     * power-of-two size and start at a multiple of what they join to; only the input's last may be smaller.
     */
    public static byte[] merge(byte[] cvs) {
        int count = count(cvs);
        return count == 1 ? cvs.clone() : join(cvs, count, 0);
    }

    /** Joins the chaining values of a whole input, two or more, to its hash; the rules of {@link #merge} hold. */
    public static byte[] root(byte[] cvs) {
        int count = count(cvs);
        if (count < 2) {
            throw new IllegalArgumentException("a single chaining value does not determine the root");
        }
        return join(cvs, count, Blake3Kernel.ROOT);
    }

    static void groupCvs(Blake3Kernel kernel, ByteBuffer in, long firstGroup, byte[] cvs) {
        long chunksPerGroup = GROUP_BYTES / Blake3Kernel.CHUNK_BYTES;
        if (firstGroup < 0 || firstGroup > Long.MAX_VALUE / GROUP_BYTES) {
            throw new IndexOutOfBoundsException("group " + firstGroup);
        }
        for (int i = 0; in.hasRemaining(); i++) {
            int length = Math.min(GROUP_BYTES, in.remaining());
            int[] cv = ScalarKernel.iv();
            kernel.hash(cv, 0, in, in.position(), length, (firstGroup + i) * chunksPerGroup);
            System.arraycopy(Blake3.bytes(cv), 0, cvs, CV_BYTES * i, CV_BYTES);
            in.position(in.position() + length);
        }
    }

    private static byte[] join(byte[] cvs, int count, int root) {
        int[] words = new int[8 * count];
        for (int i = 0; i < count; i++) {
            System.arraycopy(Blake3.words(cvs, CV_BYTES * i), 0, words, 8 * i, 8);
        }
        int[] cv = ScalarKernel.iv();
        ScalarKernel.join(cv, root, words, count);
        return Blake3.bytes(cv);
    }

    private static int count(byte[] cvs) {
        if (cvs.length == 0 || cvs.length % CV_BYTES != 0) {
            throw new IllegalArgumentException("not a list of chaining values: " + cvs.length + " bytes");
        }
        return cvs.length / CV_BYTES;
    }
}
