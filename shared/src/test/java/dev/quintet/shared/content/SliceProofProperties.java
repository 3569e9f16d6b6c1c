package dev.quintet.shared.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SliceProofProperties {
    private static final int GROUP = Blake3Tree.GROUP_BYTES;
    private static final byte[] CONTENT = Blake3Inputs.random(7, 40 * GROUP);

    @Property(tries = 200)
    void provesEverySliceAndNothingElse(@ForAll long seed, @ForAll @IntRange(max = 40 * GROUP) int length) {
        // Given
        var random = new SplittableRandom(seed);
        byte[] content = Arrays.copyOf(CONTENT, length);
        ContentTree tree = ContentTree.of(content);
        int from = random.nextInt(tree.groups());
        int to = random.nextInt(from + 1, tree.groups() + 1);
        byte[] slice = Arrays.copyOfRange(content, from * GROUP, Math.min(length, to * GROUP));

        // When
        String text = SliceProof.of(tree, from, to).toString();
        SliceProof proof = SliceProof.tryParse(text).orElseThrow();

        // Then
        assertThat(proof.verifies(tree.address(), slice)).isTrue();
        assertThat(proof).hasToString(text);
        assertThat(proof.verifies(ContentAddress.of(Blake3.hash(slice), 0), slice))
                .isEqualTo(slice.length == length);
        if (slice.length > 0) {
            slice[random.nextInt(slice.length)] ^= (byte) (1 << random.nextInt(8));
            assertThat(proof.verifies(tree.address(), slice)).isFalse();
        }
    }

    @Property(tries = 300)
    void noAlteredProofVerifies(@ForAll long seed, @ForAll @IntRange(min = 2, max = 40) int groups) {
        // Given
        var random = new SplittableRandom(seed);
        byte[] content = Arrays.copyOf(CONTENT, groups * GROUP - random.nextInt(GROUP));
        ContentTree tree = ContentTree.of(content);
        int from = random.nextInt(groups);
        byte[] slice = Arrays.copyOfRange(content, from * GROUP, Math.min(content.length, (from + 1) * GROUP));
        String text = SliceProof.of(tree, from, from + 1).toString();

        // When
        StringBuilder altered = new StringBuilder(text);
        int at = random.nextInt(text.indexOf("group"), text.length());
        altered.setCharAt(at, (char) ('0' + (altered.charAt(at) + 1) % 10));

        // Then
        assertThat(SliceProof.tryParse(altered.toString())
                        .map(proof -> !proof.toString().equals(text) && proof.verifies(tree.address(), slice))
                        .orElse(false))
                .isFalse();
    }

    @Example
    void theLengthIsProvenByTheLastGroup() {
        // Given
        ContentTree tree = ContentTree.of(Arrays.copyOf(CONTENT, 2 * GROUP + 10));
        byte[] last = Arrays.copyOfRange(CONTENT, 2 * GROUP, 2 * GROUP + 10);
        String text = SliceProof.of(tree, 2, 3).toString();

        // When
        var longer = SliceProof.tryParse(text.replace("length=131082", "length=131083"))
                .orElseThrow();
        var shorter = SliceProof.tryParse(text.replace("length=131082", "length=131081"))
                .orElseThrow();

        // Then
        assertThat(longer.verifies(tree.address(), last)).isFalse();
        assertThat(longer.verifies(tree.address(), Arrays.copyOf(last, 11))).isFalse();
        assertThat(shorter.verifies(tree.address(), Arrays.copyOf(last, 9))).isFalse();
    }

    @Example
    void aProofCostsLessThanOnePercentOfItsSlice() {
        ContentTree tree = ContentTree.of((long) GROUP << 14, Blake3Inputs.random(1, 32 << 14));
        assertThat(SliceProof.of(tree, 5000, 5001).toString().length()).isLessThan(GROUP / 100);
    }

    @Example
    void refusesWhatIsNotAProof() {
        for (String text : new String[] {
            "",
            "length=1",
            "length=-1, group=0, cvs=::",
            "length=1, group=0, cvs=:AA==:",
            "length=1, group=99999999999, cvs=::",
            "length=1, group=9999999999, cvs=::",
            "length=1, group=0, cvs=:" + "A".repeat(20_000) + ":"
        }) {
            assertThat(SliceProof.tryParse(text)).as(text).isEmpty();
        }
        var hostile = SliceProof.tryParse("length=999999999999999999, group=2147483647, cvs=::")
                .orElseThrow();
        assertThat(hostile.verifies(new ContentAddress(0, 0, 0, 0), new byte[GROUP]))
                .isFalse();
    }
}
