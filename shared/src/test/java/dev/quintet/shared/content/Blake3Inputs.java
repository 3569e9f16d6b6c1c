package dev.quintet.shared.content;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bouncycastle.crypto.digests.Blake3Digest;
import org.bouncycastle.crypto.params.Blake3Parameters;

/** Inputs and expectations that the tests of BLAKE3 share. */
final class Blake3Inputs {
    static final byte[] KEY = "whats the Elvish word for friend".getBytes(StandardCharsets.US_ASCII);
    static final String CONTEXT = "BLAKE3 2019-12-27 16:29:52 test vectors context";

    /** Lengths around every border: block, chunk, group, part, and the lane widths between them. */
    static final List<Integer> BORDERS = Stream.of(64, 1024, 2048, 4096, 8192, 16384, 65536, 131072, 262144, 1 << 20)
            .flatMap(border -> Stream.of(border - 1, border, border + 1))
            .toList();

    private Blake3Inputs() {}

    /** One line of the vectors that b3sum made. */
    record Vector(int length, String hash, String keyed, String derived) {}

    static List<Vector> vectors() {
        var in = Objects.requireNonNull(Blake3Inputs.class.getResourceAsStream("/blake3/vectors.txt"));
        try (var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
            return lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" "))
                    .map(part -> new Vector(Integer.parseInt(part[0]), part[1], part[2], part[3]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The kernels that this machine can run: both portable ones and the C kernel at every instruction set. */
    static List<Blake3Kernel> kernels() {
        Stream<Blake3Kernel> portable = Stream.of(new ScalarKernel(), new LanesKernel());
        boolean loaded = Blake3Kernels.CHOSEN instanceof NativeKernel;
        Stream<Blake3Kernel> compiled = IntStream.range(0, loaded ? 4 : 0).mapToObj(NativeKernel::at);
        return Stream.concat(portable, compiled).toList();
    }

    static byte[] counting(int length) {
        byte[] in = new byte[length];
        for (int i = 0; i < length; i++) {
            in[i] = (byte) (i % 251);
        }
        return in;
    }

    static byte[] random(long seed, int length) {
        byte[] in = new byte[length];
        new SplittableRandom(seed).nextBytes(in);
        return in;
    }

    /** The hash by an implementation that is not ours. */
    static byte[] bouncyCastle(byte[] in) {
        return finish(new Blake3Digest(), in);
    }

    static byte[] bouncyCastleKeyed(byte[] key, byte[] in) {
        var digest = new Blake3Digest();
        digest.init(Blake3Parameters.key(key));
        return finish(digest, in);
    }

    private static byte[] finish(Blake3Digest digest, byte[] in) {
        byte[] out = new byte[32];
        digest.update(in, 0, in.length);
        digest.doFinal(out, 0);
        return out;
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
