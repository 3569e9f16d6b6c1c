package dev.quintet.gateway.domain.drr;

/**
 * How many cost units per second the upstream serves with all its slots in use, by Little's law: slots × cost ÷ time,
 * both averaged over the last requests. Known from the first finished request on, busy or not.
 */
final class ServiceRate {
    private static final double WEIGHT = 1.0 / 64;
    private static final double NANOS = 1e9;

    private double cost;
    private double nanos;

    void sample(int units, long tookNanos) {
        double took = Math.max(1, tookNanos);
        boolean fresh = nanos == 0;
        cost = fresh ? units : cost + (units - cost) * WEIGHT;
        nanos = fresh ? took : nanos + (took - nanos) * WEIGHT;
    }

    /** Units per second; 0 while nothing is known. */
    double with(int slots) {
        return nanos == 0 ? 0 : slots * cost * NANOS / nanos;
    }
}
