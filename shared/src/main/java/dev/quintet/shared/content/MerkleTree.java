package dev.quintet.shared.content;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * An append-only Merkle tree of RFC 6962 over SHA-256, as transparency-log tools expect it. Appending costs one or two
 * hashes on average; roots and proofs of any earlier size stay available, in logarithmic time. Keeps 64 bytes a leaf,
 * for at most 2<sup>25</sup> leaves; one more is refused. One writer; readers need the writer's happens-before.
 */
public final class MerkleTree {
    /** Bytes of a hash. */
    public static final int HASH_BYTES = 32;

    /** Past this a level would no longer fit an array. */
    private static final int LEAVES_MAX = 1 << 25;

    private static final int FIRST_CAPACITY = 16 * HASH_BYTES;

    /** Level {@code k} holds, end to end, the hash of every complete subtree of 2^k leaves. */
    private final List<byte[]> levels = new ArrayList<>();

    private int size;

    /** The hash of a leaf: SHA-256 of a zero byte and the data. */
    public static byte[] leafHash(byte[] data) {
        MessageDigest digest = sha256();
        digest.update((byte) 0);
        return digest.digest(data);
    }

    /** The hash of a node: SHA-256 of a one byte and both children. */
    static byte[] nodeHash(byte[] left, byte[] right) {
        MessageDigest digest = sha256();
        digest.update((byte) 1);
        digest.update(left);
        return digest.digest(right);
    }

    /** How many leaves there are. */
    public int size() {
        return size;
    }

    /** Adds a leaf by its data; returns its index. */
    public int append(byte[] data) {
        return appendHash(leafHash(data));
    }

    /** Adds a leaf by its {@link #leafHash}; returns its index. */
    public int appendHash(byte[] leafHash) {
        if (leafHash.length != HASH_BYTES) {
            throw new IllegalArgumentException("a leaf hash has 32 bytes, not " + leafHash.length);
        }
        if (size == LEAVES_MAX) {
            throw new IllegalStateException("the tree holds its maximum of " + LEAVES_MAX + " leaves");
        }
        int index = size;
        byte[] hash = leafHash;
        // Each trailing one of the index is a subtree that this leaf completes.
        int level = 0;
        for (int at = index; ; at >>= 1, level++) {
            put(level, at, hash);
            if ((at & 1) == 0) {
                break;
            }
            hash = nodeHash(node(level, at - 1), hash);
        }
        size++;
        return index;
    }

    /** The hash of one leaf, in a new array. */
    public byte[] leaf(int index) {
        Objects.checkIndex(index, size);
        return node(0, index);
    }

    /** The root of all leaves; of none, the SHA-256 of nothing. */
    public byte[] root() {
        return root(size);
    }

    /** The root when there were this many leaves. */
    public byte[] root(int leaves) {
        Objects.checkFromToIndex(0, leaves, size);
        return leaves == 0 ? sha256().digest() : subtree(0, leaves);
    }

    /** The siblings on the way from a leaf to the root of the first {@code leaves}, lowest first. */
    public List<byte[]> inclusionProof(int index, int leaves) {
        Objects.checkFromToIndex(0, leaves, size);
        Objects.checkIndex(index, leaves);
        var proof = new ArrayList<byte[]>();
        path(index, 0, leaves, proof);
        return proof;
    }

    /** Proves that the tree of {@code from} leaves is a prefix of that of {@code to}; nothing to prove for zero. */
    public List<byte[]> consistencyProof(int from, int to) {
        Objects.checkFromToIndex(0, to, size);
        Objects.checkFromToIndex(0, from, to);
        var proof = new ArrayList<byte[]>();
        if (from > 0 && from < to) {
            subproof(from, 0, to, true, proof);
        }
        return proof;
    }

    /** PATH of RFC 6962 §2.1.1 on leaves {@code [from, to)}. */
    private void path(int index, int from, int to, List<byte[]> proof) {
        if (to - from == 1) {
            return;
        }
        int middle = middle(from, to);
        if (index < middle) {
            path(index, from, middle, proof);
            proof.add(subtree(middle, to));
        } else {
            path(index, middle, to, proof);
            proof.add(subtree(from, middle));
        }
    }

    /** SUBPROOF of RFC 6962 §2.1.2 on leaves {@code [from, to)}; {@code known}: the verifier has this node. */
    private void subproof(int size, int from, int to, boolean known, List<byte[]> proof) {
        if (size == to) {
            if (!known) {
                proof.add(subtree(from, to));
            }
            return;
        }
        int middle = middle(from, to);
        if (size <= middle) {
            subproof(size, from, middle, known, proof);
            proof.add(subtree(middle, to));
        } else {
            subproof(size, middle, to, false, proof);
            proof.add(subtree(from, middle));
        }
    }

    /** The hash of leaves {@code [from, to)}, a node of the tree: kept if complete, else joined from what is kept. */
    private byte[] subtree(int from, int to) {
        int leaves = to - from;
        if (Integer.bitCount(leaves) == 1) {
            int level = Integer.numberOfTrailingZeros(leaves);
            return node(level, from >> level);
        }
        int middle = middle(from, to);
        return nodeHash(subtree(from, middle), subtree(middle, to));
    }

    private static int middle(int from, int to) {
        return from + Integer.highestOneBit(to - from - 1);
    }

    private byte[] node(int level, int index) {
        return Arrays.copyOfRange(levels.get(level), HASH_BYTES * index, HASH_BYTES * (index + 1));
    }

    private void put(int level, int index, byte[] hash) {
        if (level == levels.size()) {
            levels.add(new byte[FIRST_CAPACITY]);
        }
        byte[] nodes = levels.get(level);
        int at = HASH_BYTES * index;
        if (at == nodes.length) {
            nodes = Arrays.copyOf(nodes, 2 * nodes.length);
            levels.set(level, nodes);
        }
        System.arraycopy(hash, 0, nodes, at, HASH_BYTES);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
