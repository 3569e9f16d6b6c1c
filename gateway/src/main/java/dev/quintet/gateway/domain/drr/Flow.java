package dev.quintet.gateway.domain.drr;

import org.jspecify.annotations.Nullable;

/** One tenant at one upstream: what waits in order of arrival, what it may still spend, and what it holds. */
public final class Flow {
    /** Beyond this many quanta nothing is owed any more: one enormous answer must not lock its tenant out for good. */
    static final int DEBT_QUANTA_MAX = 64;

    int quantum;
    /** The quantum counted among the active ones while something waits: it may change meanwhile. */
    int countedQuantum;

    long deficit;
    /** Its turn has begun and it got its quantum for it. */
    boolean inTurn;
    /** Nothing waited at some time since its last turn began: what is left of that quantum ends with the next visit. */
    boolean emptied;

    @Nullable
    Ring ring;

    @Nullable
    Flow next;

    @Nullable
    Flow previous;

    @Nullable
    Turn first;

    @Nullable
    Turn last;

    int waiting;
    long waitingCost;
    long inflightCost;
    int inflight;

    int rank = OverServed.UNRANKED;

    @Nullable
    Flow rankNext;

    @Nullable
    Flow rankPrevious;

    /** Until when refused callers of this tenant were asked to stay away; 0 before the first refusal. */
    long promised;

    long servedCost;
    long servedNanos;
    long busySince;

    public Flow(int quantum) {
        quantum(quantum);
    }

    /** Takes effect at the tenant's next turn. */
    public void quantum(int units) {
        if (units < 1) {
            throw new IllegalArgumentException("a quantum of " + units);
        }
        quantum = units;
    }

    public int quantum() {
        return quantum;
    }

    public int waiting() {
        return waiting;
    }

    public int inflight() {
        return inflight;
    }

    /** Cost units of all requests that finished, as settled. */
    public long servedCost() {
        return servedCost;
    }

    /** Time the upstream spent on its requests, in all. */
    public long servedNanos() {
        return servedNanos;
    }

    public boolean idle() {
        return waiting == 0 && inflight == 0;
    }

    /** A turn begins. Credit of an emptied queue is gone; what it owes it keeps, or it would never have to pay. */
    void begin() {
        deficit = (emptied ? Math.min(0, deficit) : deficit) + quantum;
        emptied = false;
        inTurn = true;
    }

    void append(Turn turn) {
        turn.previous = last;
        turn.next = null;
        if (last == null) {
            first = turn;
        } else {
            last.next = turn;
        }
        last = turn;
        waiting++;
        waitingCost += turn.cost;
    }

    void unlink(Turn turn) {
        if (turn.previous == null) {
            first = turn.next;
        } else {
            turn.previous.next = turn.next;
        }
        if (turn.next == null) {
            last = turn.previous;
        } else {
            turn.next.previous = turn.previous;
        }
        turn.next = null;
        turn.previous = null;
        waiting--;
        waitingCost -= turn.cost;
        emptied |= waiting == 0;
    }

    /** What it has and wants of the upstream, in 1/256 of its quantum: comparable between tenants of all weights. */
    long held() {
        return ((waitingCost + inflightCost) << 8) / quantum;
    }
}
