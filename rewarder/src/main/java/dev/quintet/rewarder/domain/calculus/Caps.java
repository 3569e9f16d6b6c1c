package dev.quintet.rewarder.domain.calculus;

import dev.quintet.rewarder.domain.number.Uint128;
import java.math.BigInteger;

/**
 * Which scores the largest payout caps. Capping one payee leaves more for the others, which may then reach the cap themselves; the
 * result of repeating that is a threshold: a score is capped exactly when it is at least that high. The threshold is found by halving,
 * so the work is linear in the payees however the scores are spread.
 */
final class Caps {
    private final Column128 scores;
    private final Eligible eligible;
    private final BigInteger pool;
    private final BigInteger max;
    private final Lanes lanes;

    /** Which payees take part. */
    @FunctionalInterface
    interface Eligible {
        boolean test(int payee);
    }

    /** The threshold (empty means nobody is capped), how many are capped, and the sum of the other scores. */
    record Outcome(boolean any, Uint128 threshold, int capped, Uint128 uncappedScore) {}

    private record Above(int count, BigInteger score, BigInteger all) {}

    Caps(Column128 scores, Eligible eligible, Uint128 pool, Uint128 max, Lanes lanes) {
        this.scores = scores;
        this.eligible = eligible;
        this.pool = pool.big();
        this.max = max.big();
        this.lanes = lanes;
    }

    Outcome find(Uint128 total) {
        var top = BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE).min(total.big());
        // The lowest value that is capped lies in (low, high]; one past the top means nobody.
        var low = BigInteger.ZERO;
        var high = top.add(BigInteger.ONE);
        while (high.subtract(low).compareTo(BigInteger.ONE) > 0) {
            var middle = low.add(high).shiftRight(1);
            if (capped(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        if (high.compareTo(top) > 0) {
            return new Outcome(false, Uint128.ZERO, 0, total);
        }
        var above = above(high.subtract(BigInteger.ONE));
        return new Outcome(
                above.count() > 0,
                Uint128.of(high),
                above.count(),
                Uint128.of(above.all().subtract(above.score())));
    }

    /** Whether a score of this value reaches the cap once everybody with a higher one is capped. */
    private boolean capped(BigInteger value) {
        var above = above(value);
        var left = pool.subtract(max.multiply(BigInteger.valueOf(above.count())));
        return left.signum() >= 0
                && value.multiply(left).compareTo(max.multiply(above.all().subtract(above.score()))) >= 0;
    }

    private Above above(BigInteger value) {
        var bound = Uint128.of(value);
        int chunks = Lanes.chunks(scores.size());
        var parts = new Above[chunks];
        lanes.run(scores.size(), (chunk, from, to) -> {
            int count = 0;
            long[] sum = new long[4];
            for (int i = from; i < to; i++) {
                if (!eligible.test(i)) {
                    continue;
                }
                add(sum, 0, i);
                if (scores.compare(i, bound.hi(), bound.lo()) > 0) {
                    add(sum, 2, i);
                    count++;
                }
            }
            parts[chunk] = new Above(count, new Uint128(sum[2], sum[3]).big(), new Uint128(sum[0], sum[1]).big());
        });
        int count = 0;
        var score = BigInteger.ZERO;
        var all = BigInteger.ZERO;
        for (var part : parts) {
            count += part.count();
            score = score.add(part.score());
            all = all.add(part.all());
        }
        return new Above(count, score, all);
    }

    private void add(long[] sum, int at, int payee) {
        sum[at + 1] += scores.lo[payee];
        sum[at] += scores.hi[payee] + (Long.compareUnsigned(sum[at + 1], scores.lo[payee]) < 0 ? 1 : 0);
    }
}
