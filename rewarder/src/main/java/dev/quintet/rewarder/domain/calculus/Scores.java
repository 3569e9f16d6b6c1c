package dev.quintet.rewarder.domain.calculus;

import dev.quintet.rewarder.domain.number.Uint128;
import dev.quintet.rewarder.domain.policy.Policy;
import dev.quintet.rewarder.domain.run.Quarantine;
import dev.quintet.rewarder.domain.run.QuarantineException;
import dev.quintet.rewarder.domain.usage.Metric;
import dev.quintet.rewarder.domain.usage.Usage;
import java.math.BigInteger;

/** {@code score = Σ weight × metric} for every payee, and the sum of all; 128 bits, and an overflow is never wrapped. */
final class Scores {
    private final Column128 column;
    private final Uint128 total;

    private Scores(Column128 column, Uint128 total) {
        this.column = column;
        this.total = total;
    }

    Column128 column() {
        return column;
    }

    Uint128 total() {
        return total;
    }

    static Scores of(Usage usage, Policy.Weights weights, Lanes lanes) throws QuarantineException {
        var column = new Column128(usage.size());
        var sums = new Uint128[Lanes.chunks(usage.size())];
        // A score cannot overflow: four products below 2^30 × 2^63 leave a wide margin. Sums can.
        lanes.run(usage.size(), (chunk, from, to) -> {
            for (Metric metric : Metric.ALL) {
                add(column, usage.column(metric), weights.of(metric), from, to);
            }
            sums[chunk] = sum(column, from, to);
        });
        var total = BigInteger.ZERO;
        for (var sum : sums) {
            total = total.add(sum.big());
        }
        if (total.bitLength() > 128) {
            throw overflow(usage, column);
        }
        return new Scores(column, Uint128.of(total));
    }

    private static void add(Column128 column, long[] metric, long weight, int from, int to) {
        if (weight == 0) {
            return;
        }
        long[] hi = column.hi;
        long[] lo = column.lo;
        for (int i = from; i < to; i++) {
            long product = metric[i] * weight;
            long sum = lo[i] + product;
            hi[i] += Math.unsignedMultiplyHigh(metric[i], weight) + (Long.compareUnsigned(sum, product) < 0 ? 1 : 0);
            lo[i] = sum;
        }
    }

    /** A chunk's sum fits: 2^14 scores below 2^96. */
    private static Uint128 sum(Column128 column, int from, int to) {
        long high = 0;
        long low = 0;
        for (int i = from; i < to; i++) {
            low += column.lo[i];
            high += column.hi[i] + (Long.compareUnsigned(low, column.lo[i]) < 0 ? 1 : 0);
        }
        return new Uint128(high, low);
    }

    private static QuarantineException overflow(Usage usage, Column128 column) {
        var sum = BigInteger.ZERO;
        int payee = 0;
        for (; payee < usage.size() && sum.bitLength() <= 128; payee++) {
            sum = sum.add(column.get(payee).big());
        }
        return new QuarantineException(
                Quarantine.Reason.OVERFLOW, "scores up to this account leave 128 bits", usage.account(payee - 1));
    }
}
