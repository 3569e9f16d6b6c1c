package dev.quintet.shared.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class MerkleProperties {
    private static final int SIZE_MAX = 300;

    /** The tests of the Certificate Transparency reference: eight leaves and the root after each. */
    @Example
    void agreesWithTheRootsOfCertificateTransparency() {
        // Given
        String[] leaves = {
            "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"
        };
        String[] roots = {
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
            "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
            "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
            "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
            "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
        };
        var tree = new MerkleTree();

        // Then
        assertThat(Blake3Inputs.hex(tree.root()))
                .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        for (int i = 0; i < leaves.length; i++) {
            tree.append(HexFormat.of().parseHex(leaves[i]));
            assertThat(Blake3Inputs.hex(tree.root())).isEqualTo(roots[i]);
        }
    }

    @Property(tries = 60)
    void everyRootIsThatOfTheDefinition(@ForAll @IntRange(max = SIZE_MAX) int size) {
        MerkleTree tree = tree(size);
        for (int leaves = 0; leaves <= size; leaves += 1 + size / 20) {
            assertThat(tree.root(leaves)).isEqualTo(naiveRoot(leaves(leaves)));
        }
        assertThat(tree.root()).isEqualTo(naiveRoot(leaves(size)));
    }

    @Property(tries = 300)
    void everyLeafIsProvenAndNoOther(
            @ForAll @IntRange(min = 1, max = SIZE_MAX) int size, @ForAll @IntRange(max = SIZE_MAX) int at) {
        // Given
        int leaves = 1 + at % size;
        int index = (at * 31) % leaves;
        MerkleTree tree = tree(size);
        byte[] root = naiveRoot(leaves(leaves));
        byte[] leaf = MerkleTree.leafHash(leaf(index));

        // When
        List<byte[]> proof = tree.inclusionProof(index, leaves);

        // Then
        assertThat(MerkleProof.includes(root, leaves, leaf, index, proof)).isTrue();
        assertThat(MerkleProof.includes(root, leaves, MerkleTree.leafHash(leaf(index + 1)), index, proof))
                .isFalse();
        for (int other = -1; other <= leaves; other++) {
            assertThat(other != index && MerkleProof.includes(root, leaves, leaf, other, proof))
                    .isFalse();
        }
        assertNothingAlteredVerifies(proof, altered -> MerkleProof.includes(root, leaves, leaf, index, altered));
    }

    @Property(tries = 300)
    void everyPrefixIsProvenAndNoOther(
            @ForAll @IntRange(max = SIZE_MAX) int one, @ForAll @IntRange(max = SIZE_MAX) int two) {
        // Given
        int from = Math.min(one, two);
        int to = Math.max(one, two);
        MerkleTree tree = tree(SIZE_MAX);
        byte[] fromRoot = naiveRoot(leaves(from));
        byte[] toRoot = naiveRoot(leaves(to));
        byte[] forged = MerkleTree.leafHash(new byte[] {9});

        // When
        List<byte[]> proof = tree.consistencyProof(from, to);

        // Then
        assertThat(MerkleProof.consistent(fromRoot, from, toRoot, to, proof)).isTrue();
        if (from > 0) {
            assertThat(MerkleProof.consistent(forged, from, toRoot, to, proof)).isFalse();
            assertThat(MerkleProof.consistent(fromRoot, from, forged, to, proof))
                    .isFalse();
        }
        assertThat(MerkleProof.consistent(fromRoot, to + 1, toRoot, to, proof)).isFalse();
        assertNothingAlteredVerifies(proof, altered -> MerkleProof.consistent(fromRoot, from, toRoot, to, altered));
    }

    @Example
    void refusesIndexesOutsideTheTree() {
        MerkleTree tree = tree(5);
        assertThatThrownBy(() -> tree.root(6)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> tree.inclusionProof(3, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> tree.inclusionProof(0, 6)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> tree.consistencyProof(4, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> tree.appendHash(new byte[31])).isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertNothingAlteredVerifies(List<byte[]> proof, Predicate<List<byte[]>> verifies) {
        var random = new SplittableRandom(proof.size());
        for (int i = 0; i < proof.size(); i++) {
            var flipped = new ArrayList<>(proof);
            flipped.set(i, proof.get(i).clone());
            flipped.get(i)[random.nextInt(32)] ^= (byte) (1 << random.nextInt(8));
            assertThat(verifies.test(flipped)).isFalse();
            var missing = new ArrayList<>(proof);
            missing.remove(i);
            assertThat(verifies.test(missing)).isFalse();
            var cut = new ArrayList<>(proof);
            cut.set(i, Arrays.copyOf(proof.get(i), 31));
            assertThat(verifies.test(cut)).isFalse();
        }
        var extra = new ArrayList<>(proof);
        extra.add(new byte[32]);
        assertThat(verifies.test(extra)).isFalse();
    }

    private static MerkleTree tree(int size) {
        var tree = new MerkleTree();
        for (int i = 0; i < size; i++) {
            assertThat(tree.append(leaf(i))).isEqualTo(i);
        }
        return tree;
    }

    private static List<byte[]> leaves(int count) {
        var leaves = new ArrayList<byte[]>();
        for (int i = 0; i < count; i++) {
            leaves.add(leaf(i));
        }
        return leaves;
    }

    private static byte[] leaf(int index) {
        return ("leaf " + index).getBytes(StandardCharsets.UTF_8);
    }

    /** The definition of RFC 6962 §2.1, word for word and sharing nothing with the code under test. */
    private static byte[] naiveRoot(List<byte[]> leaves) {
        if (leaves.isEmpty()) {
            return sha256(new byte[0]);
        }
        if (leaves.size() == 1) {
            return sha256(new byte[] {0}, leaves.getFirst());
        }
        int k = 1;
        while (2 * k < leaves.size()) {
            k *= 2;
        }
        return sha256(new byte[] {1}, naiveRoot(leaves.subList(0, k)), naiveRoot(leaves.subList(k, leaves.size())));
    }

    private static byte[] sha256(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
