package dev.quintet.gateway.domain.drr;

import org.jspecify.annotations.Nullable;

/**
 * The flows that wait, ranked by what they hold relative to their quantum. Ranks are quarter octaves, so finding the most
 * over-served tenant, to within a quarter, and moving one are a few instructions however many there are.
 */
final class OverServed {
    static final int UNRANKED = -1;

    private static final int RANKS = 256;

    private final @Nullable Flow[] heads = new Flow[RANKS];
    private final long[] occupied = new long[RANKS / Long.SIZE];

    /** Puts the flow where it belongs now; takes it out when nothing of it waits. */
    void update(Flow flow) {
        int rank = flow.waiting == 0 ? UNRANKED : rank(flow.held());
        if (rank != flow.rank) {
            remove(flow);
            if (rank != UNRANKED) {
                insert(flow, rank);
            }
        }
    }

    /** The flow with the highest rank; null when nothing waits. */
    @Nullable
    Flow most() {
        for (int word = occupied.length - 1; word >= 0; word--) {
            if (occupied[word] != 0) {
                return heads[word * Long.SIZE + Long.SIZE - 1 - Long.numberOfLeadingZeros(occupied[word])];
            }
        }
        return null;
    }

    /** Exponent and the two bits below it: 0, 1, 2, 3, then four ranks per doubling. */
    static int rank(long held) {
        if (held < 4) {
            return (int) held;
        }
        int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(held);
        return Math.min(RANKS - 1, (exponent - 1) * 4 + (int) ((held >>> (exponent - 2)) & 3));
    }

    private void insert(Flow flow, int rank) {
        Flow head = heads[rank];
        flow.rank = rank;
        flow.rankPrevious = null;
        flow.rankNext = head;
        if (head != null) {
            head.rankPrevious = flow;
        }
        heads[rank] = flow;
        occupied[rank / Long.SIZE] |= 1L << rank;
    }

    private void remove(Flow flow) {
        if (flow.rank == UNRANKED) {
            return;
        }
        if (flow.rankNext != null) {
            flow.rankNext.rankPrevious = flow.rankPrevious;
        }
        if (flow.rankPrevious != null) {
            flow.rankPrevious.rankNext = flow.rankNext;
        } else {
            heads[flow.rank] = flow.rankNext;
            if (flow.rankNext == null) {
                occupied[flow.rank / Long.SIZE] &= ~(1L << flow.rank);
            }
        }
        flow.rank = UNRANKED;
        flow.rankNext = null;
        flow.rankPrevious = null;
    }
}
