package dev.quintet.rewarder.domain.calculus;

import dev.quintet.rewarder.domain.policy.Policy;
import dev.quintet.rewarder.domain.policy.Rounding;
import dev.quintet.rewarder.domain.run.Quarantine;
import dev.quintet.rewarder.domain.run.QuarantineException;
import dev.quintet.rewarder.domain.usage.Usage;
import java.math.BigInteger;

/**
 * Judges a result without asking how it came about: adds the payouts up again, in 32-bit limbs, and looks at each against the rules.
 * Shares no code with the calculus, so that one mistake cannot hide in both.
 */
public final class Conservation {
    private static final long LIMB = 0xFFFF_FFFFL;

    private Conservation() {}

    /** Throws with the first payee that breaks a rule. */
    public static void check(Usage usage, Policy policy, Payouts result) throws QuarantineException {
        var pool = usage.header().pool().big();
        if (policy.poolCap().isPresent()) {
            pool = pool.min(policy.poolCap().get().big());
        }
        var max = policy.maxPayout().map(amount -> amount.big()).orElse(pool);
        var min = policy.minPayout().big();
        long[] limbs = new long[4];
        for (int i = 0; i < usage.size(); i++) {
            long high = result.amounts().hi(i);
            long low = result.amounts().lo(i);
            limbs[0] += low & LIMB;
            limbs[1] += low >>> 32;
            limbs[2] += high & LIMB;
            limbs[3] += high >>> 32;
            boolean large = high != 0 || low < 0 || (max.bitLength() <= 63 && low > max.longValue());
            if (large || (low != 0 && min.signum() > 0)) {
                judge(usage, i, result.amounts().get(i).big(), min, max);
            }
            if ((high | low) != 0 && result.scores().isZero(i)) {
                throw breach("a payout without a score", usage, i);
            }
        }
        var sum = BigInteger.ZERO;
        for (int limb = 3; limb >= 0; limb--) {
            sum = sum.shiftLeft(32).add(BigInteger.valueOf(limbs[limb]));
        }
        if (sum.compareTo(pool) > 0) {
            throw breach("payouts exceed the pool", usage, firstPast(result, pool));
        }
        boolean exact = sum.equals(result.payout().big())
                && sum.add(result.residual().big()).equals(pool);
        boolean spent = policy.rounding() == Rounding.FLOOR
                || policy.maxPayout().isPresent()
                || min.signum() > 0
                || result.residual().isZero();
        if (!exact || !spent) {
            throw breach("payouts and residual are not the pool", usage, usage.size() - 1);
        }
    }

    private static void judge(Usage usage, int payee, BigInteger amount, BigInteger min, BigInteger max)
            throws QuarantineException {
        if (amount.compareTo(max) > 0) {
            throw breach("a payout exceeds the maximum", usage, payee);
        }
        if (amount.signum() > 0 && amount.compareTo(min) < 0) {
            throw breach("a payout is below the minimum", usage, payee);
        }
    }

    /** The smallest prefix of the payouts that is already too much ends here. */
    private static int firstPast(Payouts result, BigInteger pool) {
        var sum = BigInteger.ZERO;
        for (int i = 0; i < result.amounts().size(); i++) {
            sum = sum.add(result.amounts().get(i).big());
            if (sum.compareTo(pool) > 0) {
                return i;
            }
        }
        return result.amounts().size() - 1;
    }

    private static QuarantineException breach(String detail, Usage usage, int payee) {
        return new QuarantineException(Quarantine.Reason.CONSERVATION, detail, payee < 0 ? "" : usage.account(payee));
    }
}
