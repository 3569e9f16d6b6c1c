package dev.quintet.rewarder.domain.policy;

import dev.quintet.rewarder.domain.number.Uint128;
import dev.quintet.rewarder.domain.usage.Metric;
import java.util.Optional;

/**
 * The rules of one run.
 *
 * @param weights by {@link Metric}'s order
 * @param minPayout a share below it is not paid, and does not count; zero for none
 */
public record Policy(
        Weights weights,
        Uint128 minPayout,
        Optional<Uint128> maxPayout,
        Optional<Uint128> poolCap,
        Rounding rounding,
        Funding funding) {

    /** Parts per million for each metric. */
    public record Weights(long bytesStored, long bytesServed, long uptimeSeconds, long requests) {

        public long of(Metric metric) {
            return switch (metric) {
                case BYTES_STORED -> bytesStored;
                case BYTES_SERVED -> bytesServed;
                case UPTIME_SECONDS -> uptimeSeconds;
                case REQUESTS -> requests;
            };
        }
    }
}
