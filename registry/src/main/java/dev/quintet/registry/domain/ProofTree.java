package dev.quintet.registry.domain;

import dev.quintet.shared.content.MerkleTree;
import java.util.List;
import java.util.concurrent.locks.StampedLock;

/**
 * The Merkle tree over all artifacts, version {@code n} at index {@code n - 1}, for readers beside the one writer. The
 * lock is held for the microseconds of one append or one proof.
 */
public final class ProofTree {
    private final MerkleTree tree = new MerkleTree(); // guarded by lock
    private final StampedLock lock = new StampedLock();

    void append(byte[] artifact) {
        appendHash(MerkleTree.leafHash(artifact));
    }

    void appendHash(byte[] leafHash) {
        long stamp = lock.writeLock();
        try {
            tree.appendHash(leafHash);
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    public byte[] root(long size) {
        return read(it -> it.root(Math.toIntExact(size)));
    }

    /** The leaf hash of a version. */
    public byte[] leaf(long version) {
        return read(it -> it.leaf(Math.toIntExact(version - 1)));
    }

    public List<byte[]> inclusion(long version, long size) {
        return read(it -> it.inclusionProof(Math.toIntExact(version - 1), Math.toIntExact(size)));
    }

    public List<byte[]> consistency(long from, long to) {
        return read(it -> it.consistencyProof(Math.toIntExact(from), Math.toIntExact(to)));
    }

    private <T> T read(java.util.function.Function<MerkleTree, T> question) {
        long stamp = lock.readLock();
        try {
            return question.apply(tree);
        } finally {
            lock.unlockRead(stamp);
        }
    }
}
