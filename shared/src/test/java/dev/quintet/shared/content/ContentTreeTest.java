package dev.quintet.shared.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentTreeTest {
    private static final int GROUP = Blake3Tree.GROUP_BYTES;
    private static final int PART = Blake3Tree.PART_BYTES;

    @ParameterizedTest
    @ValueSource(
            ints = {
                0,
                1,
                GROUP - 1,
                GROUP,
                GROUP + 1,
                2 * GROUP,
                3 * GROUP + 5,
                PART - 1,
                PART,
                PART + 1,
                2 * PART,
                3 * PART + GROUP + 7
            })
    void groupsJoinToTheAddressOfTheWhole(int length) {
        // Given
        byte[] in = Blake3Inputs.random(length, length);

        // When
        ContentTree tree = ContentTree.of(in);

        // Then
        assertThat(tree.address().bytes()).isEqualTo(Blake3.hash(in));
        assertThat(tree.length()).isEqualTo(length);
        assertThat(ContentTree.of(length, tree.cvs())).isEqualTo(tree);
        for (int group = 0; group < tree.groups(); group++) {
            assertThat(tree.verifies(group, group(tree, in, group))).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {PART + 1, 2 * PART, 5 * PART - 1, 7 * PART + 65_537})
    void partsHashedInParallelMergeToTheAddress(int length) {
        // Given
        byte[] in = Blake3Inputs.random(length, length);
        int parts = Math.ceilDiv(length, PART);

        // When
        var cvs = new ByteArrayOutputStream();
        List<byte[]> merged = IntStream.range(0, parts)
                .parallel()
                .mapToObj(part -> Blake3Tree.partCv(in, part * PART, Math.min(PART, length - part * PART), part))
                .toList();
        merged.forEach(cvs::writeBytes);

        // Then
        assertThat(Blake3Tree.root(cvs.toByteArray())).isEqualTo(Blake3.hash(in));
    }

    @Test
    void mergingAPartOfOneGroupIsThatGroup() {
        byte[] in = Blake3Inputs.random(3, 100);
        assertThat(Blake3Tree.partCv(in, 0, 100, 1)).isEqualTo(Blake3Tree.chunkGroupCv(in, 0, 100, 16));
    }

    @Test
    void aChangedMovedOrCutGroupIsNotVerified() {
        // Given
        byte[] in = Blake3Inputs.random(4, 3 * GROUP + 9);
        ContentTree tree = ContentTree.of(in);

        // Then
        for (int group = 0; group < tree.groups(); group++) {
            byte[] changed = in.clone();
            changed[group * GROUP + 8] ^= 1;
            assertThat(tree.verifies(group, group(tree, changed, group))).isFalse();
        }
        assertThat(tree.verifies(1, group(tree, in, 0))).isFalse();
        assertThat(tree.verifies(0, ByteBuffer.wrap(in, 0, GROUP - 1))).isFalse();
        assertThat(tree.verifies(3, ByteBuffer.wrap(in, 3 * GROUP, 8))).isFalse();
    }

    @Test
    void refusesCountsAndBoundsThatCannotBe() {
        byte[] in = new byte[GROUP + 1];
        assertThatThrownBy(() -> ContentTree.of(GROUP + 1L, new byte[32])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ContentTree.of(-1, new byte[32])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Blake3Tree.root(new byte[32])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Blake3Tree.merge(new byte[33])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Blake3Tree.merge(new byte[0])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Blake3Tree.chunkGroupCv(in, 0, GROUP + 1, 0))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Blake3Tree.chunkGroupCv(in, 0, 0, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Blake3Tree.chunkGroupCv(in, 2, GROUP, 0))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Blake3Tree.chunkGroupCv(in, 0, 1, -1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Blake3Tree.partCv(new byte[PART + 1], 0, PART + 1, 0))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    private static ByteBuffer group(ContentTree tree, byte[] in, int group) {
        int from = group * GROUP;
        return ByteBuffer.wrap(Arrays.copyOfRange(in, from, from + tree.groupBytes(group)));
    }
}
