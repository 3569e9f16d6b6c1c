package dev.quintet.gateway.domain.upstream;

import dev.quintet.gateway.domain.drr.Slots;

/**
 * How many requests an upstream gets at the same time: as many as still raise its throughput, so that the queue forms in
 * front of it, where it is fair. Works on windows of finished requests:
 *
 * <ul>
 *   <li>Limited and without a queue behind (latency near the best seen), it tries a higher limit, doubling at first, and keeps it
 *       if throughput follows; otherwise it goes back and waits longer before the next try.
 *   <li>Latency above the best seen means a queue behind; by Little's law its length is known, and the limit sinks by it. If
 *       latency stays where it was, the upstream has become slower rather than full: the best seen is forgotten and the limit
 *       restored.
 * </ul>
 *
 * <p>It is never lowered to measure: there are no probing dips in throughput.
 */
public final class InflightLimit implements Slots {
    private static final int START = 8;
    private static final long WINDOW_NANOS = 100_000_000;
    private static final int WINDOW_SAMPLES = 32;
    private static final int PATIENCE_MAX = 64;
    /** Requests behind that are still taken for noise. */
    private static final double QUEUE_TOLERATED = 1.5;

    private enum Step {
        STEADY,
        RAISED,
        LOWERED
    }

    private final int floor;
    private int ceiling;
    private int limit;

    private Step step = Step.STEADY;
    private long stepped;
    private int before;
    private double throughputBefore;
    private double latencyBefore;
    private boolean doubling = true;
    private int patience = 1;
    private int resting;
    private boolean suspected;

    private double best;
    private long windowStart;
    private boolean windowOpen;
    private int samples;
    private int unhealthy;
    private double latencySum;
    private boolean reached;

    public InflightLimit(int floor, int ceiling) {
        if (floor < 1 || ceiling < floor) {
            throw new IllegalArgumentException("a limit between " + floor + " and " + ceiling);
        }
        this.floor = floor;
        this.ceiling = ceiling;
        this.limit = Math.clamp(START, floor, ceiling);
    }

    @Override
    public int limit() {
        return limit;
    }

    /** A new ceiling, at once. */
    public void ceiling(int changed) {
        ceiling = Math.max(floor, changed);
        limit = Math.min(limit, ceiling);
    }

    @Override
    public void finished(long tookNanos, int inflight, boolean healthy, long now) {
        // After a step only requests sent since then tell what it did.
        boolean stale = step != Step.STEADY && now - tookNanos - stepped < 0;
        if (!windowOpen || stale) {
            open(now);
        }
        reached |= inflight >= limit;
        if (stale) {
            return;
        }
        if (healthy) {
            samples++;
            latencySum += tookNanos;
        } else {
            unhealthy++;
        }
        if (samples + unhealthy >= Math.max(WINDOW_SAMPLES, 2 * limit) && now - windowStart >= WINDOW_NANOS) {
            close(now);
            stepped = now;
            open(now);
        }
    }

    private void open(long now) {
        windowOpen = true;
        windowStart = now;
        samples = 0;
        unhealthy = 0;
        latencySum = 0;
        reached = false;
    }

    private void close(long now) {
        if (unhealthy > samples) {
            // Mostly failures tell nothing about capacity but that less would be better.
            move(limit - Math.max(1, limit / 10));
            step = Step.STEADY;
            return;
        }
        double latency = latencySum / samples;
        double throughput = samples * 1e9 / (now - windowStart);
        best = best == 0 ? latency : Math.min(best, latency);
        switch (step) {
            case RAISED -> judgeRaise(throughput);
            case LOWERED -> judgeReduction(latency);
            case STEADY -> decide(latency, throughput);
        }
    }

    private void decide(double latency, double throughput) {
        double behind = limit * (1 - best / latency);
        if (!reached) {
            return;
        }
        boolean queue = behind > QUEUE_TOLERATED;
        if (queue && !suspected) {
            // The window in which it became slow tells neither the old nor the new latency.
            suspected = true;
            return;
        }
        suspected = false;
        if (queue) {
            remember(Step.LOWERED, latency, throughput);
            move(limit - (int) Math.max(1, behind - QUEUE_TOLERATED / 2));
        } else if (resting > 0) {
            resting--;
        } else if (limit < ceiling) {
            remember(Step.RAISED, latency, throughput);
            move(doubling ? limit * 2 : limit + Math.max(1, limit / 8));
        }
    }

    private void judgeRaise(double throughput) {
        step = Step.STEADY;
        double share = (double) (limit - before) / before;
        if (throughput >= throughputBefore * (1 + share / 2)) {
            patience = 1;
        } else {
            move(before);
            resting = patience;
            patience = doubling ? 1 : Math.min(PATIENCE_MAX, patience * 2);
            doubling = false;
        }
    }

    private void judgeReduction(double latency) {
        step = Step.STEADY;
        double expected = latencyBefore * limit / before;
        // Half way between "as the queue shrank" and "unchanged".
        if (latency > (expected + latencyBefore) / 2) {
            best = latency;
            move(before);
        }
    }

    private void remember(Step taken, double latency, double throughput) {
        step = taken;
        before = limit;
        latencyBefore = latency;
        throughputBefore = throughput;
    }

    private void move(int wanted) {
        limit = Math.clamp(wanted, floor, ceiling);
    }
}
