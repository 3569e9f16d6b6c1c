package dev.quintet.gateway.domain.drr;

import dev.quintet.gateway.domain.drr.Turn.Place;
import org.jspecify.annotations.Nullable;

/**
 * The queue in front of one upstream: deficit round-robin over the tenants that wait, at most {@link Slots#limit} requests
 * with the upstream, at most {@code waitingMax} waiting here.
 *
 * <p>A tenant that comes back from idleness spends its quantum before those that wait for rounds, and what is left of it for as
 * long as the round lasts: a polite tenant does not wait for a greedy one's turn to end. Nobody gets more than one quantum
 * between two visits of the round, so coming and going gains nothing. Every decision is O(1) in tenants and requests as
 * long as no cost exceeds the quanta; a costlier request takes more rounds. Confined to one thread. Callbacks run inside
 * the call that causes them and may call back.
 */
public final class FairQueue {
    private static final double NANOS = 1e9;

    private final Slots slots;
    private final OverServed ranks = new OverServed();
    private final WaitWheel wheel = new WaitWheel();
    private final ServiceRate rate = new ServiceRate();
    private final Ring fresh = new Ring();
    private final Ring rounds = new Ring();

    private Settings settings;
    private int waiting;
    private long waitingCost;
    private long activeQuanta;
    private int activeFlows;
    private int inflight;
    private long evicted;
    private boolean closed;

    /**
     * Its bounds.
     *
     * @param waitingMax requests waiting here in all; past it the most over-served tenant loses its oldest
     * @param tenantMax requests one tenant may have waiting; past it its next is refused
     * @param retryAfterMax seconds that {@code Retry-After} never exceeds
     */
    public record Settings(int waitingMax, int tenantMax, int retryAfterMax) {
        public Settings {
            if (waitingMax < 1 || tenantMax < 1 || retryAfterMax < 1) {
                throw new IllegalArgumentException("a bound below 1");
            }
        }
    }

    public FairQueue(Slots slots, Settings settings) {
        this.slots = slots;
        this.settings = settings;
    }

    /** Bounds as of the next offer; nobody who waits already is dropped for it. */
    public void settings(Settings changed) {
        settings = changed;
    }

    /**
     * Admits, queues or refuses a request. It may wait at most a quarter of what is left to its deadline.
     *
     * @param cost estimated units, at least 1
     */
    public Admission offer(Turn turn, Flow flow, int cost, long now, long deadline) {
        if (turn.place != Place.OUTSIDE) {
            throw new IllegalStateException("a turn offered twice");
        }
        turn.cost = cost;
        turn.since = now;
        turn.flow = flow;
        if (waiting == 0 && inflight < slots.limit() && !closed) {
            turn.charged = false;
            serve(turn, flow);
            return Admission.GO;
        }
        long patience = (deadline - now) / 4;
        long wait = predictedWait(flow, cost);
        if (wait > patience || closed) {
            turn.retryAfter = promise(flow, cost, wait, now);
            return Admission.TOO_LATE;
        }
        if (flow.waiting >= settings.tenantMax()) {
            turn.retryAfter = promise(flow, cost, wait, now);
            return Admission.TENANT_FULL;
        }
        turn.waitUntil = now + patience;
        enqueue(turn, flow, now);
        return waiting > settings.waitingMax() && evict(turn, now) ? Admission.TOO_LATE : Admission.QUEUED;
    }

    /** Grants turns for as long as there are free slots; to be called after {@link #finished} and when the limit grew. */
    public void dispatch() {
        while (inflight < slots.limit()) {
            Turn turn = next();
            if (turn == null) {
                return;
            }
            turn.granted();
        }
    }

    /**
     * A granted request has ended: frees its slot and settles its cost against what it really used. Does not dispatch.
     *
     * @param tookNanos time with the upstream; not above 0 when it was never asked
     */
    public void finished(Turn turn, int usedCost, long tookNanos, boolean healthy, long now) {
        Flow flow = flowOf(turn, Place.SERVED);
        turn.place = Place.OUTSIDE;
        turn.flow = null;
        flow.inflight--;
        flow.inflightCost -= turn.cost;
        flow.servedCost += usedCost;
        // What it used beyond the estimate is taken from the next turns; what it did not use comes back if it was paid.
        int unused = turn.charged ? turn.cost - usedCost : Math.min(0, turn.cost - usedCost);
        flow.deficit = Math.max(flow.deficit + unused, -(long) Flow.DEBT_QUANTA_MAX * flow.quantum);
        ranks.update(flow);
        if (tookNanos > 0) {
            flow.servedNanos += tookNanos;
            rate.sample(usedCost, tookNanos);
            slots.finished(tookNanos, inflight, healthy, now);
        }
        inflight--;
    }

    /** Takes a waiting request out because its caller went away; false when it no longer waits. */
    public boolean cancel(Turn turn) {
        if (turn.place != Place.WAITING) {
            return false;
        }
        remove(turn, flowOf(turn, Place.WAITING));
        turn.place = Place.OUTSIDE;
        return true;
    }

    /** Drops those who waited too long; to be called every few milliseconds while anybody waits. */
    public void expire(long now) {
        for (Turn turn = wheel.expired(now); turn != null; turn = wheel.expired(now)) {
            drop(turn, Drop.WAITED, now);
        }
    }

    /** Refuses all further offers; those who wait are served on. */
    public void close() {
        closed = true;
    }

    /** Drops everybody who waits, at the end of a drain. */
    public int dropAll(long now) {
        int dropped = 0;
        for (Flow flow = ranks.most(); flow != null && flow.first != null; flow = ranks.most()) {
            drop(flow.first, Drop.DRAINED, now);
            dropped++;
        }
        return dropped;
    }

    /** Lets go of an idle flow, so that its tenant can be forgotten. */
    public void forget(Flow flow) {
        if (!flow.idle()) {
            throw new IllegalStateException("the flow of a tenant that waits or is served");
        }
        Ring ring = flow.ring;
        if (ring != null) {
            ring.remove(flow);
        }
    }

    public int waiting() {
        return waiting;
    }

    public int inflight() {
        return inflight;
    }

    /** Tenants that have something waiting. */
    public int activeFlows() {
        return activeFlows;
    }

    /** Requests dropped because the queue was full, in all. */
    public long evicted() {
        return evicted;
    }

    /** Nanoseconds that a request of this tenant would wait now. */
    public long predictedWait(Flow flow, int cost) {
        double perSecond = rate.with(Math.max(1, slots.limit()));
        if (perSecond == 0 || (waiting == 0 && inflight < slots.limit())) {
            return 0;
        }
        long quanta = activeQuanta + (flow.waiting == 0 ? flow.quantum : 0);
        // Its own queue at its share of the upstream; never longer than serving everybody who waits now.
        double own = (flow.waitingCost + cost) * (double) quanta / flow.quantum;
        return (long) (Math.min(own, (double) (waitingCost + cost)) / perSecond * NANOS);
    }

    private void enqueue(Turn turn, Flow flow, long now) {
        turn.place = Place.WAITING;
        if (flow.waiting == 0) {
            flow.countedQuantum = flow.quantum;
            activeQuanta += flow.quantum;
            activeFlows++;
            flow.busySince = now;
            activate(flow);
        }
        flow.append(turn);
        waiting++;
        waitingCost += turn.cost;
        ranks.update(flow);
        wheel.add(turn, now);
    }

    /** The next request in fair order, out of the queue and in service; null when none waits. */
    private @Nullable Turn next() {
        while (waiting > 0) {
            Flow flow = fresh.head() != null ? fresh.head() : rounds.head();
            if (flow == null) {
                throw new IllegalStateException("requests wait and no flow is listed");
            }
            Turn head = flow.first;
            if (head == null) {
                retire(flow);
                continue;
            }
            boolean begins = !flow.inTurn;
            if (begins) {
                flow.begin();
            }
            if (activeFlows == 1) {
                alone(flow, head.cost, begins);
            }
            if (head.cost <= flow.deficit) {
                flow.deficit -= head.cost;
                head.charged = true;
                remove(head, flow);
                serve(head, flow);
                return head;
            }
            toTail(flow);
        }
        return null;
    }

    /** Alone there is nobody to owe anything, and no turn to take before others; rounds go on, so that idle ones leave. */
    private void alone(Flow flow, int cost, boolean begins) {
        if (begins) {
            flow.deficit = Math.max(flow.deficit, cost);
        }
        if (flow.ring == fresh) {
            toTail(flow);
            flow.inTurn = true;
        }
    }

    /** Something waits again: at once for whom the round has left some credit, otherwise at its next visit. */
    private void activate(Flow flow) {
        Ring ring = flow.ring;
        if (ring == null) {
            flow.emptied = true;
            flow.begin();
            fresh.add(flow);
        } else if (ring == rounds && flow.deficit > 0) {
            rounds.remove(flow);
            flow.inTurn = true;
            fresh.add(flow);
        }
    }

    /** An empty flow leaves only when a round finds it empty: else leaving and coming back would be a turn more. */
    private void retire(Flow flow) {
        if (flow.ring == rounds && !flow.inTurn) {
            rounds.remove(flow);
        } else {
            toTail(flow);
        }
    }

    private void toTail(Flow flow) {
        Ring ring = flow.ring;
        if (ring != null) {
            ring.remove(flow);
        }
        flow.inTurn = false;
        rounds.add(flow);
    }

    private void serve(Turn turn, Flow flow) {
        turn.place = Place.SERVED;
        turn.flow = flow;
        flow.inflight++;
        flow.inflightCost += turn.cost;
        inflight++;
        ranks.update(flow);
    }

    private void remove(Turn turn, Flow flow) {
        flow.unlink(turn);
        wheel.remove(turn);
        waiting--;
        waitingCost -= turn.cost;
        if (flow.waiting == 0) {
            activeQuanta -= flow.countedQuantum;
            activeFlows--;
        }
        ranks.update(flow);
    }

    /** Drops one of those who wait; true when it is the newcomer itself, who is then told by its admission instead. */
    @SuppressWarnings("ReferenceEquality") // The very same request is meant.
    private boolean evict(Turn newcomer, long now) {
        Flow flow = ranks.most();
        Turn oldest = flow == null ? null : flow.first;
        if (oldest == null) {
            throw new IllegalStateException("a full queue in which nobody waits");
        }
        evicted++;
        if (oldest == newcomer) {
            withdraw(newcomer, now);
            return true;
        }
        drop(oldest, Drop.EVICTED, now);
        return false;
    }

    private void drop(Turn turn, Drop reason, long now) {
        withdraw(turn, now);
        turn.dropped(reason);
    }

    private void withdraw(Turn turn, long now) {
        Flow flow = flowOf(turn, Place.WAITING);
        remove(turn, flow);
        turn.place = Place.OUTSIDE;
        turn.retryAfter = promise(flow, turn.cost, predictedWait(flow, turn.cost), now);
    }

    /**
     * Whole seconds after which this caller may expect to be served. Callers of one tenant that are sent away get
     * moments one after the other, at the tenant's own pace, instead of all the same one.
     */
    private int promise(Flow flow, int cost, long wait, long now) {
        double perSecond = rate.with(Math.max(1, slots.limit()));
        long quanta = activeQuanta + (flow.waiting == 0 ? flow.quantum : 0);
        long share = perSecond == 0 ? 0 : (long) (cost * (double) quanta / flow.quantum / perSecond * NANOS);
        long horizon = now + settings.retryAfterMax() * (long) NANOS;
        long earliest = now + wait;
        long moment = (flow.promised == 0 || flow.promised - earliest < 0 ? earliest : flow.promised) + share;
        flow.promised = moment - horizon > 0 ? horizon : moment;
        return Math.clamp((flow.promised - now + (long) NANOS - 1) / (long) NANOS, 1, settings.retryAfterMax());
    }

    private static Flow flowOf(Turn turn, Place expected) {
        Flow flow = turn.flow;
        if (flow == null || turn.place != expected) {
            throw new IllegalStateException("a turn that is " + turn.place + ", not " + expected);
        }
        return flow;
    }
}
