package dev.quintet.shared.content;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;

/**
 * The C kernel ({@code src/main/c}), reached by JNI; the same on the JVM and in a native binary. One exists only after
 * its library was loaded and passed its self-test. A call takes at most 64 KiB, so that an array is pinned for
 * microseconds. Bounds are checked here, before every call; the C side trusts them.
 */
final class NativeKernel implements Blake3Kernel {
    static final int SLICE_BYTES_MAX = 1 << 16;

    /** The instruction sets, in the order of the C side's levels. */
    private static final String[] LEVELS = {"baseline", "SSE4.1", "AVX2", "AVX-512"};

    /** Where the flags of a call carry the level. */
    private static final int LEVEL_SHIFT = 8;

    /** Any single lane, width or layer that goes wrong shows in one of these: 1 to 64 chunks, odd counts, a part. */
    private static final String[] SELF_TEST = {
        "1 2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213",
        "1025 d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444",
        "31744 62b6960e1a44bcc1eb1a611a8d6235b6b4b78f32e7abc4fb4c6cdcce94895c47",
        "50001 f91412dd490d81a09753843f0ad176e8043f0666b1d2f35c905c93ce8e895ceb",
        "65536 68d647e619a930e7b1082f74f334b0c65a315725569bdc123f0ee11881717bfe"
    };

    private final int level;

    private NativeKernel(int level) {
        this.level = level;
    }

    /**
     * Loads the library, chooses the widest instruction set and tests it.
     *
     * @throws IOException when there is no library for this platform or no place to extract it to
     * @throws UnsatisfiedLinkError when the platform refuses to load it
     * @throws IllegalStateException when it computes a wrong hash
     */
    static NativeKernel load() throws IOException {
        return load(Path.of(System.getProperty("java.io.tmpdir", "/tmp")));
    }

    /** The same by way of a given directory. */
    static NativeKernel load(Path directory) throws IOException {
        String resource = "/META-INF/native/" + platform() + "/libquintet-blake3.so";
        Path file = Files.createTempFile(directory, "quintet-blake3-", ".so");
        try {
            try (var in = NativeKernel.class.getResourceAsStream(resource)) {
                if (in == null) {
                    throw new FileNotFoundException("no kernel for " + platform());
                }
                Files.write(file, in.readAllBytes());
            }
            System.load(file.toString());
        } finally {
            // The mapping outlives the name, so nothing stays behind, however the process ends.
            Files.delete(file);
        }
        return at(LEVELS.length - 1);
    }

    /** The kernel of the loaded library, limited to the given level; for tests of narrower machines. */
    static NativeKernel at(int level) {
        NativeKernel kernel = new NativeKernel(Math.min(level, levelMax()));
        kernel.selfTest();
        return kernel;
    }

    private static String platform() {
        String machine = System.getProperty("os.arch", "").replace("amd64", "x86_64");
        return System.getProperty("os.name", "").toLowerCase(Locale.ROOT) + "-" + machine;
    }

    @Override
    public String description() {
        return "native (" + LEVELS[level] + ")";
    }

    @Override
    public int sliceBytesMax() {
        return SLICE_BYTES_MAX;
    }

    @Override
    public void hash(int[] cv, int flags, byte[] in, int offset, int length, long chunk) {
        Objects.checkFromIndexSize(offset, length, in.length);
        check(cv, length);
        hashArray(cv, flags | level << LEVEL_SHIFT, in, offset, length, chunk);
    }

    @Override
    public void hash(int[] cv, int flags, ByteBuffer in, int offset, int length, long chunk) {
        if (!in.isDirect()) {
            Blake3Kernel.super.hash(cv, flags, in, offset, length, chunk);
            return;
        }
        Objects.checkFromIndexSize(offset, length, in.limit());
        check(cv, length);
        if (!hashBuffer(cv, flags | level << LEVEL_SHIFT, in, offset, length, chunk)) {
            throw new IllegalStateException("the buffer has no address");
        }
    }

    private static void check(int[] cv, int length) {
        Objects.checkFromIndexSize(0, 8, cv.length);
        Objects.checkIndex(length, SLICE_BYTES_MAX + 1);
    }

    private void selfTest() {
        byte[] in = new byte[SLICE_BYTES_MAX];
        for (int i = 0; i < in.length; i++) {
            in[i] = (byte) (i % 251);
        }
        for (String line : SELF_TEST) {
            int gap = line.indexOf(' ');
            int[] cv = ScalarKernel.iv();
            hash(cv, ROOT, in, 0, Integer.parseInt(line, 0, gap, 10), 0);
            ByteBuffer hash = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
            Arrays.stream(cv).forEach(hash::putInt);
            if (!HexFormat.of().formatHex(hash.array()).equals(line.substring(gap + 1))) {
                throw new IllegalStateException(description() + " kernel fails its self-test");
            }
        }
    }

    private static native int levelMax();

    private static native void hashArray(int[] cv, int flags, byte[] in, int offset, int length, long chunk);

    private static native boolean hashBuffer(int[] cv, int flags, ByteBuffer in, int offset, int length, long chunk);
}
