package dev.quintet.rewarder.domain.tree;

import dev.quintet.rewarder.domain.calculus.Column128;
import dev.quintet.rewarder.domain.calculus.Lanes;
import dev.quintet.rewarder.domain.usage.Usage;
import dev.quintet.shared.content.Blake3;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The upper part of a Merkle-sum tree: everything from the roots of blocks of {@value #BLOCK} leaves up. The leaves themselves are
 * not kept; a proof makes its block again from the payouts, which costs a hundredth of a millisecond and saves 98 % of the memory.
 */
public final class SumTree {
    /** Leaves of one block; a power of two, so that a block is a subtree. */
    public static final int BLOCK = 64;

    private final int leaves;
    private final List<byte[]> levels;

    private SumTree(int leaves, List<byte[]> levels) {
        this.leaves = leaves;
        this.levels = levels;
    }

    public static SumTree build(Usage usage, Column128 amounts, Lanes lanes) {
        int leaves = usage.size();
        byte[] blocks = new byte[(leaves + BLOCK - 1) / BLOCK * SumNode.BYTES];
        // A chunk is whole blocks.
        lanes.run(leaves, (chunk, from, to) -> {
            var input = new byte[17 + 256];
            var nodes = new byte[BLOCK * SumNode.BYTES];
            for (int at = from; at < to; at += BLOCK) {
                int count = Math.min(BLOCK, to - at);
                for (int i = 0; i < count; i++) {
                    leaf(usage, amounts, at + i, input, nodes, i * SumNode.BYTES);
                }
                fold(nodes, count, blocks, at / BLOCK * SumNode.BYTES);
            }
        });
        return over(leaves, blocks);
    }

    /** From the roots of all blocks, as {@link #blocks()} gave them. */
    public static SumTree over(int leaves, byte[] blocks) {
        var levels = new ArrayList<byte[]>(List.of(blocks));
        while (levels.getLast().length > SumNode.BYTES) {
            levels.add(up(levels.getLast()));
        }
        return new SumTree(leaves, levels);
    }

    public byte[] blocks() {
        return levels.getFirst();
    }

    public SumNode root() {
        return SumNode.read(levels.getLast(), 0);
    }

    /** The proof for a leaf, given a way to get the leaves of its block. */
    public SumProof proof(int leaf, IntFunction<SumNode> leafAt) {
        var path = new ArrayList<SumProof.Step>();
        int block = leaf / BLOCK;
        int first = block * BLOCK;
        List<SumNode> nodes = new ArrayList<>();
        for (int i = first; i < Math.min(leaves, first + BLOCK); i++) {
            nodes.add(leafAt.apply(i));
        }
        int at = leaf - first;
        while (nodes.size() > 1) {
            if ((at ^ 1) < nodes.size()) {
                path.add(new SumProof.Step((at & 1) == 1, nodes.get(at ^ 1)));
            }
            nodes = pairs(nodes);
            at >>= 1;
        }
        at = block;
        for (byte[] level : levels) {
            int sibling = (at ^ 1) * SumNode.BYTES;
            if (sibling < level.length) {
                path.add(new SumProof.Step((at & 1) == 1, SumNode.read(level, sibling)));
            }
            at >>= 1;
        }
        return new SumProof(leaf, leaves, path);
    }

    private static List<SumNode> pairs(List<SumNode> nodes) {
        var above = new ArrayList<SumNode>();
        for (int i = 0; i < nodes.size(); i += 2) {
            above.add(i + 1 < nodes.size() ? SumNode.parent(nodes.get(i), nodes.get(i + 1)) : nodes.get(i));
        }
        return above;
    }

    private static void leaf(Usage usage, Column128 amounts, int payee, byte[] input, byte[] nodes, int at) {
        var numbers = ByteBuffer.wrap(input, 1, 16);
        numbers.putLong(amounts.hi(payee)).putLong(amounts.lo(payee));
        int end = usage.copyAccount(payee, input, 17);
        System.arraycopy(input, 1, nodes, at, 16);
        System.arraycopy(Blake3.hash(input, 0, end), 0, nodes, at + 16, Blake3.BYTES);
    }

    /** Folds {@code count} nodes into one, in place, and writes it to the target. */
    private static void fold(byte[] nodes, int count, byte[] target, int offset) {
        byte[] input = new byte[SumNode.PARENT_BYTES];
        for (int size = count; size > 1; size = (size + 1) / 2) {
            for (int i = 0; i < size; i += 2) {
                join(nodes, i, size, input, nodes, i / 2);
            }
        }
        System.arraycopy(nodes, 0, target, offset, SumNode.BYTES);
    }

    private static byte[] up(byte[] level) {
        int size = level.length / SumNode.BYTES;
        byte[] above = new byte[(size + 1) / 2 * SumNode.BYTES];
        byte[] input = new byte[SumNode.PARENT_BYTES];
        for (int i = 0; i < size; i += 2) {
            join(level, i, size, input, above, i / 2);
        }
        return above;
    }

    private static void join(byte[] level, int left, int size, byte[] input, byte[] above, int to) {
        int from = left * SumNode.BYTES;
        int at = to * SumNode.BYTES;
        if (left + 1 == size) {
            System.arraycopy(level, from, above, at, SumNode.BYTES);
            return;
        }
        input[0] = 1;
        System.arraycopy(level, from, input, 1, 2 * SumNode.BYTES);
        byte[] hash = Blake3.hash(input);
        var a = ByteBuffer.wrap(level, from, 16);
        long leftHigh = a.getLong();
        long leftLow = a.getLong();
        var b = ByteBuffer.wrap(level, from + SumNode.BYTES, 16);
        long high = leftHigh + b.getLong();
        long low = leftLow + b.getLong();
        high += Long.compareUnsigned(low, leftLow) < 0 ? 1 : 0;
        ByteBuffer.wrap(above, at, 16).putLong(high).putLong(low);
        System.arraycopy(hash, 0, above, at + 16, Blake3.BYTES);
    }
}
