package dev.quintet.tools.verify;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;

/** The tree of RFC 6962, written down from its definition: MTH(D[n]) splits at the largest power of two below n. */
final class MerkleLevels {
    private final List<List<byte[]>> levels = new ArrayList<>();

    int size() {
        return levels.isEmpty() ? 0 : levels.getFirst().size();
    }

    void append(byte[] leaf) {
        byte[] hash = hash(0, leaf, new byte[0]);
        for (int level = 0; ; level++) {
            if (level == levels.size()) {
                levels.add(new ArrayList<>());
            }
            var row = levels.get(level);
            row.add(hash);
            if (row.size() % 2 == 1) {
                return;
            }
            hash = hash(1, row.get(row.size() - 2), row.getLast());
        }
    }

    byte[] root(int size) {
        return range(0, size);
    }

    private byte[] range(int from, int to) {
        int count = to - from;
        if (Integer.bitCount(count) == 1) {
            int level = Integer.numberOfTrailingZeros(count);
            return levels.get(level).get(from >> level);
        }
        int split = from + Integer.highestOneBit(count - 1);
        return hash(1, range(from, split), range(split, to));
    }

    private static byte[] hash(int prefix, byte[] left, byte[] right) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update((byte) prefix);
            digest.update(left);
            return digest.digest(right);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
