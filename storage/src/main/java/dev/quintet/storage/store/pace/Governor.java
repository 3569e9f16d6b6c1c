package dev.quintet.storage.store.pace;

import java.util.concurrent.atomic.LongAdder;

/**
 * Lowers the repair rate while foreground reads suffer. It compares the mean latency of the reads of the last moment with
 * that of reads while nothing was repaired; above a quarter more the rate is cut by a third, otherwise it grows back.
 */
public final class Governor {
    private static final double TOLERANCE = 1.25;
    private static final double FLOOR = 0.1;
    /** Below this a difference is noise, not suffering. */
    private static final double SLACK_NANOS = 500_000;

    private final LongAdder nanos = new LongAdder();
    private final LongAdder reads = new LongAdder();
    private volatile double share = 1;
    private double calm = Double.NaN;

    /** A foreground read took so long. */
    public void observe(long tookNanos) {
        nanos.add(tookNanos);
        reads.increment();
    }

    /** Judges the reads since the last call; for one thread. {@code repairing} says whether repairs ran meanwhile. */
    public void judge(boolean repairing) {
        long count = reads.sumThenReset();
        double mean = nanos.sumThenReset() / (double) Math.max(1, count);
        if (count == 0) {
            share = Math.min(1, share * 1.5);
        } else if (!repairing) {
            calm = Double.isNaN(calm) ? mean : 0.8 * calm + 0.2 * mean;
            share = Math.min(1, share * 1.5);
        } else if (!Double.isNaN(calm) && mean > TOLERANCE * calm + SLACK_NANOS) {
            share = Math.max(FLOOR, share * 2 / 3);
        } else {
            share = Math.min(1, share * 1.2);
        }
    }

    /** The share of the configured rate that repairs may use now, 0.1 to 1. */
    public double share() {
        return share;
    }
}
