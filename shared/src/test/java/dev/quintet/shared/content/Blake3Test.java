package dev.quintet.shared.content;

import static dev.quintet.shared.content.Blake3Inputs.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quintet.shared.content.Blake3Inputs.Vector;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

class Blake3Test {
    private static final List<Blake3Kernel> KERNELS = Blake3Inputs.kernels();
    private static final List<Integer> BORDERS = Blake3Inputs.BORDERS;

    static List<Vector> vectors() {
        return Blake3Inputs.vectors();
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void agreesWithTheOfficialVectors(Vector vector) {
        // Given
        byte[] in = Blake3Inputs.counting(vector.length());

        // Then
        assertThat(hex(Blake3.hash(in))).isEqualTo(vector.hash());
        assertThat(hex(Blake3.keyedHash(Blake3Inputs.KEY, in))).isEqualTo(vector.keyed());
        assertThat(hex(Blake3.deriveKey(Blake3Inputs.CONTEXT, in))).isEqualTo(vector.derived());
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void everyKernelAgreesWithTheOfficialVectors(Vector vector) {
        // Given
        byte[] in = Blake3Inputs.counting(vector.length());
        int[] key = Blake3.key(Blake3Inputs.KEY);

        // Then
        for (Blake3Kernel kernel : KERNELS) {
            assertThat(hex(Blake3.whole(kernel, ScalarKernel.iv(), 0, ByteBuffer.wrap(in))))
                    .as(kernel.description())
                    .isEqualTo(vector.hash());
            assertThat(hex(Blake3.whole(kernel, key.clone(), Blake3Kernel.KEYED, ByteBuffer.wrap(in))))
                    .as(kernel.description())
                    .isEqualTo(vector.keyed());
        }
    }

    @ParameterizedTest
    @FieldSource("BORDERS")
    void everyKernelAgreesWithBouncyCastleAroundBorders(int length) {
        // Given
        byte[] in = Blake3Inputs.random(length, length);

        // When
        byte[] expected = Blake3Inputs.bouncyCastle(in);

        // Then
        for (Blake3Kernel kernel : KERNELS) {
            assertThat(Blake3.whole(kernel, ScalarKernel.iv(), 0, ByteBuffer.wrap(in)))
                    .as(kernel.description())
                    .isEqualTo(expected);
        }
    }

    @Test
    void everyKernelCountsChunksPastThirtyTwoBits() {
        // Given
        byte[] in = Blake3Inputs.random(1, 65536);
        long chunk = (1L << 32) - 16;
        int[] expected = ScalarKernel.iv();

        // When
        new ScalarKernel().hash(expected, 0, in, 0, in.length, chunk);

        // Then
        for (Blake3Kernel kernel : KERNELS) {
            int[] cv = ScalarKernel.iv();
            kernel.hash(cv, 0, in, 0, in.length, chunk);
            assertThat(cv).as(kernel.description()).isEqualTo(expected);
        }
    }

    @Test
    void everyKernelReadsDirectAndReadOnlyBuffersFromTheirPosition() {
        // Given
        byte[] in = Blake3Inputs.random(2, 200_003);
        ByteBuffer direct = ByteBuffer.allocateDirect(in.length).put(in).position(3);
        ByteBuffer readOnly = ByteBuffer.wrap(in).position(3).slice().asReadOnlyBuffer();
        byte[] expected = Blake3.hash(in, 3, in.length - 3);

        // Then
        for (Blake3Kernel kernel : KERNELS) {
            for (ByteBuffer buffer : List.of(direct.duplicate(), readOnly.duplicate())) {
                assertThat(Blake3.whole(kernel, ScalarKernel.iv(), 0, buffer))
                        .as(kernel.description())
                        .isEqualTo(expected);
                assertThat(buffer.hasRemaining()).isFalse();
            }
        }
    }

    @Test
    void refusesWhatIsOutOfBounds() {
        byte[] in = new byte[100];
        for (Blake3Kernel kernel : KERNELS) {
            for (int[] range : new int[][] {{-1, 10}, {0, 101}, {91, 10}, {0, -1}, {Integer.MAX_VALUE, 10}}) {
                assertThatThrownBy(() -> kernel.hash(ScalarKernel.iv(), 0, in, range[0], range[1], 0))
                        .isInstanceOf(IndexOutOfBoundsException.class);
            }
            assertThatThrownBy(() -> kernel.hash(ScalarKernel.iv(), 0, ByteBuffer.allocateDirect(9), 0, 10, 0))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
        assertThatThrownBy(() -> Blake3.hash(in, 1, 100)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Blake3.keyedHash(new byte[31], in)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theNativeKernelRefusesASliceThatWouldOverflowItsStack() {
        // Given
        byte[] in = new byte[NativeKernel.SLICE_BYTES_MAX + 1];

        // Then
        for (Blake3Kernel kernel : KERNELS) {
            if (kernel instanceof NativeKernel) {
                assertThatThrownBy(() -> kernel.hash(ScalarKernel.iv(), 0, in, 0, in.length, 0))
                        .isInstanceOf(IndexOutOfBoundsException.class);
                assertThatThrownBy(() -> kernel.hash(new int[7], 0, in, 0, 10, 0))
                        .isInstanceOf(IndexOutOfBoundsException.class);
            }
        }
    }
}
