package dev.quintet.shared.content;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** BLAKE3-256 of inputs that are in memory; safe for any number of threads. */
public final class Blake3 {
    /** Bytes of a hash and of a key. */
    public static final int BYTES = 32;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();

    private Blake3() {}

    /** The hash of the whole array. */
    public static byte[] hash(byte[] in) {
        return hash(in, 0, in.length);
    }

    /** The hash of {@code length} bytes from {@code offset}. */
    public static byte[] hash(byte[] in, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, in.length);
        return hash(ByteBuffer.wrap(in, offset, length));
    }

    /** The hash of {@code length} bytes from {@code offset}, put at {@code outOffset}; for those who hash by the million. */
    public static void hash(byte[] in, int offset, int length, byte[] out, int outOffset) {
        Objects.checkFromIndexSize(outOffset, BYTES, out.length);
        if (length > Blake3Tree.GROUP_BYTES) {
            System.arraycopy(hash(in, offset, length), 0, out, outOffset, BYTES);
            return;
        }
        int[] words = ScalarKernel.iv();
        Blake3Kernels.CHOSEN.hash(words, Blake3Kernel.ROOT, in, offset, length, 0);
        for (int w = 0; w < words.length; w++) {
            INT.set(out, outOffset + 4 * w, words[w]);
        }
    }

    /** The hash of the buffer's remaining bytes, which are consumed. A direct buffer is not copied. */
    public static byte[] hash(ByteBuffer in) {
        return whole(Blake3Kernels.CHOSEN, ScalarKernel.iv(), 0, in);
    }

    /** The keyed hash, a message authentication code; compare it with {@code MessageDigest.isEqual}. */
    public static byte[] keyedHash(byte[] key, byte[] in) {
        return whole(Blake3Kernels.CHOSEN, key(key), Blake3Kernel.KEYED, ByteBuffer.wrap(in));
    }

    /** A key derived from {@code material} for one purpose, named by a {@code context} unique to it. */
    public static byte[] deriveKey(String context, byte[] material) {
        var kernel = Blake3Kernels.CHOSEN;
        var name = ByteBuffer.wrap(context.getBytes(StandardCharsets.UTF_8));
        byte[] key = whole(kernel, ScalarKernel.iv(), Blake3Kernel.CONTEXT, name);
        return whole(kernel, key(key), Blake3Kernel.MATERIAL, ByteBuffer.wrap(material));
    }

    /** Which implementation runs in this process, such as {@code native (AVX-512)} or {@code portable (lanes)}. */
    public static String implementation() {
        return Blake3Kernels.CHOSEN.description();
    }

    static byte[] whole(Blake3Kernel kernel, int[] key, int flags, ByteBuffer in) {
        if (in.remaining() > Blake3Tree.GROUP_BYTES) {
            return new Blake3Hasher(kernel, key, flags).update(in).finish();
        }
        kernel.hash(key, flags | Blake3Kernel.ROOT, in, in.position(), in.remaining(), 0);
        in.position(in.limit());
        return bytes(key);
    }

    static int[] key(byte[] key) {
        if (key.length != BYTES) {
            throw new IllegalArgumentException("a key has 32 bytes, not " + key.length);
        }
        return words(key, 0);
    }

    static int[] words(byte[] in, int offset) {
        int[] words = new int[8];
        for (int w = 0; w < 8; w++) {
            words[w] = (int) INT.get(in, offset + 4 * w);
        }
        return words;
    }

    static byte[] bytes(int[] words) {
        byte[] bytes = new byte[4 * words.length];
        for (int w = 0; w < words.length; w++) {
            INT.set(bytes, 4 * w, words[w]);
        }
        return bytes;
    }
}
