package dev.quintet.shared.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class Blake3Properties {
    private static final int LENGTH_MAX = 600_000;

    @Property(tries = 200)
    void agreesWithBouncyCastle(@ForAll long seed, @ForAll @IntRange(max = LENGTH_MAX) int length) {
        byte[] in = Blake3Inputs.random(seed, length);
        assertThat(Blake3.hash(in)).isEqualTo(Blake3Inputs.bouncyCastle(in));
        assertThat(Blake3.keyedHash(Blake3Inputs.KEY, in))
                .isEqualTo(Blake3Inputs.bouncyCastleKeyed(Blake3Inputs.KEY, in));
    }

    @Property(tries = 100)
    void everyKernelAgreesWithEveryOther(@ForAll long seed, @ForAll @IntRange(max = LENGTH_MAX) int length) {
        byte[] in = Blake3Inputs.random(seed, length);
        byte[] expected = Blake3.hash(in);
        for (Blake3Kernel kernel : Blake3Inputs.kernels()) {
            assertThat(Blake3.whole(kernel, ScalarKernel.iv(), 0, ByteBuffer.wrap(in)))
                    .as(kernel.description())
                    .isEqualTo(expected);
        }
    }

    @Property(tries = 200)
    void doesNotDependOnHowTheInputIsCut(@ForAll long seed, @ForAll @IntRange(max = LENGTH_MAX) int length) {
        byte[] in = Blake3Inputs.random(seed, length);
        var random = new SplittableRandom(seed);
        for (Blake3Kernel kernel : Blake3Inputs.kernels()) {
            var hasher = new Blake3Hasher(kernel, ScalarKernel.iv(), 0);
            int bound = 1 << random.nextInt(1, 20);
            for (int at = 0; at < length; ) {
                int count = Math.min(length - at, random.nextInt(bound + 1));
                hasher.update(in, at, count);
                at += count;
            }
            assertThat(hasher.length()).isEqualTo(length);
            assertThat(hasher.finish()).as(kernel.description()).isEqualTo(Blake3.hash(in));
        }
    }

    @Property(tries = 100)
    void finishingMidwayGivesThePrefixAndDisturbsNothing(
            @ForAll long seed, @ForAll @IntRange(max = 300_000) int prefix, @ForAll @IntRange(max = 300_000) int rest) {
        byte[] in = Blake3Inputs.random(seed, prefix + rest);
        var hasher = new Blake3Hasher().update(in, 0, prefix);
        assertThat(hasher.finish()).isEqualTo(Blake3.hash(in, 0, prefix));
        assertThat(hasher.update(in, prefix, rest).finish()).isEqualTo(Blake3.hash(in));
    }

    @Property(tries = 100)
    void everyBitCounts(@ForAll long seed, @ForAll @IntRange(min = 1, max = 200_000) int length) {
        byte[] in = Blake3Inputs.random(seed, length);
        byte[] changed = in.clone();
        var random = new SplittableRandom(seed);
        changed[random.nextInt(length)] ^= (byte) (1 << random.nextInt(8));
        assertThat(Arrays.equals(Blake3.hash(in), Blake3.hash(changed))).isFalse();
    }
}
