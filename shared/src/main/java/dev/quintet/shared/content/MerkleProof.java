package dev.quintet.shared.content;

import java.util.Arrays;
import java.util.List;

/** Checks the proofs of a {@link MerkleTree} by the algorithms of RFC 9162 §2.1; needs roots and proofs only. */
public final class MerkleProof {
    private MerkleProof() {}

    /** Whether the leaf with this hash stands at {@code index} in the tree of {@code leaves} leaves and this root. */
    public static boolean includes(byte[] root, long leaves, byte[] leafHash, long index, List<byte[]> proof) {
        if (index < 0 || index >= leaves) {
            return false;
        }
        byte[] hash = leafHash;
        long node = index;
        long last = leaves - 1;
        for (byte[] sibling : proof) {
            if (last == 0 || sibling.length != MerkleTree.HASH_BYTES) {
                return false;
            }
            if ((node & 1) == 1 || node == last) {
                hash = MerkleTree.nodeHash(sibling, hash);
                // A last node without a right sibling moves up unpaired.
                int up = Long.numberOfTrailingZeros(node);
                node >>= up;
                last >>= up;
            } else {
                hash = MerkleTree.nodeHash(hash, sibling);
            }
            node >>= 1;
            last >>= 1;
        }
        return last == 0 && Arrays.equals(hash, root);
    }

    /** Whether the tree of {@code from} leaves is a prefix of the tree of {@code to} leaves. */
    public static boolean consistent(byte[] fromRoot, long from, byte[] toRoot, long to, List<byte[]> proof) {
        if (from < 0 || from > to) {
            return false;
        }
        if (from == 0 || from == to) {
            // Everything extends the empty tree, whatever its root is said to be; equal sizes need equal roots.
            return proof.isEmpty() && (from == 0 || Arrays.equals(fromRoot, toRoot));
        }
        boolean complete = Long.bitCount(from) == 1;
        if ((!complete && proof.isEmpty()) || proof.stream().anyMatch(node -> node.length != MerkleTree.HASH_BYTES)) {
            return false;
        }
        // A complete old tree is itself the first node; the proof leaves it out.
        byte[] seed = complete ? fromRoot : proof.getFirst();
        return new Walk(from, to, seed).matches(complete ? proof : proof.subList(1, proof.size()), fromRoot, toRoot);
    }

    /** Climbs from the last node of the old tree, rebuilding both roots. */
    private static final class Walk {
        private long node;
        private long last;
        private byte[] oldHash;
        private byte[] newHash;

        Walk(long from, long to, byte[] seed) {
            int up = Long.numberOfTrailingZeros(from);
            node = (from - 1) >> up;
            last = (to - 1) >> up;
            oldHash = seed;
            newHash = seed;
        }

        boolean matches(List<byte[]> proof, byte[] oldRoot, byte[] newRoot) {
            for (byte[] sibling : proof) {
                if (last == 0) {
                    return false;
                }
                if ((node & 1) == 1 || node == last) {
                    oldHash = MerkleTree.nodeHash(sibling, oldHash);
                    newHash = MerkleTree.nodeHash(sibling, newHash);
                    int up = Long.numberOfTrailingZeros(node);
                    node >>= up;
                    last >>= up;
                } else {
                    newHash = MerkleTree.nodeHash(newHash, sibling);
                }
                node >>= 1;
                last >>= 1;
            }
            return last == 0 && Arrays.equals(oldHash, oldRoot) && Arrays.equals(newHash, newRoot);
        }
    }
}
