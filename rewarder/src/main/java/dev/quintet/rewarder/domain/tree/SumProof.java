package dev.quintet.rewarder.domain.tree;

import java.util.List;

/**
 * That a leaf is in a tree and counts in its total.
 *
 * @param leaf its number
 * @param leaves how many there are
 * @param path the siblings from the leaf to the root
 */
public record SumProof(int leaf, int leaves, List<Step> path) {

    /** A sibling and on which side it stands. */
    public record Step(boolean left, SumNode sibling) {}

    public SumProof {
        path = List.copyOf(path);
    }

    /** Where the leaf leads; the proof holds when that is the root, total included. */
    public SumNode root(SumNode start) {
        var node = start;
        for (Step step : path) {
            node = step.left() ? SumNode.parent(step.sibling(), node) : SumNode.parent(node, step.sibling());
        }
        return node;
    }
}
