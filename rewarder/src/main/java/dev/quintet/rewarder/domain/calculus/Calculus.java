package dev.quintet.rewarder.domain.calculus;

import dev.quintet.rewarder.domain.number.Divider;
import dev.quintet.rewarder.domain.number.Uint128;
import dev.quintet.rewarder.domain.policy.Policy;
import dev.quintet.rewarder.domain.policy.Rounding;
import dev.quintet.rewarder.domain.run.Quarantine;
import dev.quintet.rewarder.domain.run.QuarantineException;
import dev.quintet.rewarder.domain.usage.Usage;
import java.math.BigInteger;
import java.util.BitSet;

/**
 * Turns usage into payouts: no clock, no I/O, no randomness, no fractions. In order:
 *
 * <ol>
 *   <li>{@code score = Σ weight × metric}; the pool is at most the policy's cap.
 *   <li>Who would get less than the minimum from {@code pool × score ÷ Σ scores} takes no part.
 *   <li>Who would get the maximum or more gets the maximum; the rest of the pool goes to the others (see {@link Caps}).
 *   <li>The others get {@code rest × score ÷ Σ their scores}, rounded down; what the fractions leave over goes out one unit each
 *       to the largest remainders, ties to the smaller account, or stays as the residual, as the policy says.
 * </ol>
 */
public final class Calculus {
    private final Usage usage;
    private final Policy policy;
    private final Lanes lanes;
    private final BitSet left = new BitSet(); // who takes no part; written before the lanes read it

    private Calculus(Usage usage, Policy policy, Lanes lanes) {
        this.usage = usage;
        this.policy = policy;
        this.lanes = lanes;
    }

    public static Payouts run(Usage usage, Policy policy, Lanes lanes) throws QuarantineException {
        return new Calculus(usage, policy, lanes).run();
    }

    private Payouts run() throws QuarantineException {
        var scores = Scores.of(usage, policy.weights(), lanes);
        if (scores.total().isZero()) {
            throw new QuarantineException(Quarantine.Reason.NO_SCORE, "no contributor has a score", "");
        }
        var pool = policy.poolCap()
                .map(usage.header().pool()::min)
                .orElse(usage.header().pool());
        var total = eligible(scores, pool);
        var amounts = new Column128(usage.size());
        var rest = pool;
        if (policy.maxPayout().isPresent() && !total.isZero()) {
            var max = policy.maxPayout().get();
            var caps = new Caps(scores.column(), payee -> !left.get(payee), pool, max, lanes).find(total);
            if (caps.any()) {
                cap(scores.column(), amounts, caps.threshold(), max);
                rest = Uint128.of(pool.big().subtract(max.big().multiply(BigInteger.valueOf(caps.capped()))));
                total = caps.uncappedScore();
            }
        }
        var over = total.isZero() ? rest : share(scores.column(), amounts, rest, total);
        return new Payouts(scores.column(), amounts, pool, scores.total(), pool.minus(over), over);
    }

    /** Marks who falls below the minimum; answers the sum of the other scores. */
    private Uint128 eligible(Scores scores, Uint128 pool) {
        var min = policy.minPayout();
        if (min.isZero()) {
            return scores.total();
        }
        var total = BigInteger.ZERO;
        var divider = new Divider(pool, scores.total());
        var column = scores.column();
        for (int i = 0; i < column.size(); i++) {
            divider.share(column.hi[i], column.lo[i]);
            if (Uint128.compare(divider.quotientHi(), divider.quotientLo(), min.hi(), min.lo()) < 0) {
                left.set(i);
            } else {
                total = total.add(column.get(i).big());
            }
        }
        return Uint128.of(total);
    }

    private void cap(Column128 scores, Column128 amounts, Uint128 threshold, Uint128 max) {
        for (int i = 0; i < scores.size(); i++) {
            if (!left.get(i) && scores.compare(i, threshold.hi(), threshold.lo()) >= 0) {
                amounts.set(i, max.hi(), max.lo());
                left.set(i);
            }
        }
    }

    /** Shares {@code rest} among those still in; answers what is left over. */
    private Uint128 share(Column128 scores, Column128 amounts, Uint128 rest, Uint128 total) {
        boolean all = left.isEmpty();
        var remainders = new Column128(scores.size());
        var sums = new Uint128[Lanes.chunks(scores.size())];
        lanes.run(scores.size(), (chunk, from, to) -> {
            var divider = new Divider(rest, total);
            long high = 0;
            long low = 0;
            for (int i = from; i < to; i++) {
                if (all || !left.get(i)) {
                    divider.share(scores.hi[i], scores.lo[i]);
                    amounts.set(i, divider.quotientHi(), divider.quotientLo());
                    remainders.set(i, divider.restHi(), divider.restLo());
                    low += divider.quotientLo();
                    high += divider.quotientHi() + (Long.compareUnsigned(low, divider.quotientLo()) < 0 ? 1 : 0);
                }
            }
            sums[chunk] = new Uint128(high, low);
        });
        var over = rest;
        for (var sum : sums) {
            over = over.minus(sum);
        }
        if (over.isZero() || policy.rounding() == Rounding.FLOOR) {
            return over;
        }
        // Fractions add up to whole units, fewer than there are payees.
        handOut(amounts, remainders, (int) over.lo());
        return Uint128.ZERO;
    }

    private void handOut(Column128 amounts, Column128 remainders, int units) {
        int[] rows = new int[amounts.size()];
        int count = 0;
        for (int i = 0; i < rows.length; i++) {
            if (!left.get(i)) {
                rows[count++] = i;
            }
        }
        var cut = Threshold.of(remainders, rows, count, units);
        int ties = cut.ties();
        for (int i = 0; i < rows.length; i++) {
            if (left.get(i)) {
                continue;
            }
            int order = remainders.compare(i, cut.hi(), cut.lo());
            if (order > 0) {
                amounts.increment(i);
            } else if (order == 0 && ties > 0) {
                amounts.increment(i);
                ties--;
            }
        }
    }
}
