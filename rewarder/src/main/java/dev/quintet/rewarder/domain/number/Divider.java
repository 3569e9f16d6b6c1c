package dev.quintet.rewarder.domain.number;

import java.math.BigInteger;

/**
 * {@code pool × score ÷ total} for one fixed pool and total and many scores, exactly: the total's reciprocal is computed once and
 * each division is a few multiplications (Möller and Granlund, "Improved division by invariant integers"). Leaves quotient and
 * remainder in its fields, so that nothing is allocated per payee. For one thread; scores must not exceed the total.
 */
public final class Divider {
    private final long poolHi;
    private final long poolLo;
    private final int shift;
    private final long d1;
    private final long d0;
    private final long reciprocal;

    private long quotientHi;
    private long quotientLo;
    private long restHi;
    private long restLo;
    private long digit;

    public Divider(Uint128 pool, Uint128 total) {
        if (total.isZero()) {
            throw new ArithmeticException("the total is zero");
        }
        poolHi = pool.hi();
        poolLo = pool.lo();
        shift = total.hi() != 0 ? Long.numberOfLeadingZeros(total.hi()) : 64 + Long.numberOfLeadingZeros(total.lo());
        BigInteger normal = total.big().shiftLeft(shift);
        d1 = normal.shiftRight(64).longValue();
        d0 = normal.longValue();
        // floor((2^192 − 1) / d) − 2^64
        reciprocal = BigInteger.ONE
                .shiftLeft(192)
                .subtract(BigInteger.ONE)
                .divide(normal)
                .subtract(BigInteger.ONE.shiftLeft(64))
                .longValue();
    }

    /** Computes the share of a score. */
    public void share(long scoreHi, long scoreLo) {
        // Shifting the score shifts the product, and it fits because the score does not exceed the total.
        long xHi;
        long xLo;
        if (shift == 0) {
            xHi = scoreHi;
            xLo = scoreLo;
        } else if (shift < 64) {
            xHi = (scoreHi << shift) | (scoreLo >>> (64 - shift));
            xLo = scoreLo << shift;
        } else {
            xHi = scoreLo << (shift - 64);
            xLo = 0;
        }
        long low = poolLo * xLo;
        long mid = Math.unsignedMultiplyHigh(poolLo, xLo);
        long cross = poolLo * xHi;
        long high = Math.unsignedMultiplyHigh(poolLo, xHi);
        mid += cross;
        high += Long.compareUnsigned(mid, cross) < 0 ? 1 : 0;
        if (poolHi == 0) {
            quotientHi = 0;
            step(high, mid, low);
            quotientLo = digit;
        } else {
            wide(xHi, xLo, high, mid, low);
        }
    }

    public long quotientHi() {
        return quotientHi;
    }

    public long quotientLo() {
        return quotientLo;
    }

    /** The remainder times a power of two that is the same for all scores: good for comparing, not for adding. */
    public long restHi() {
        return restHi;
    }

    public long restLo() {
        return restLo;
    }

    private void wide(long xHi, long xLo, long carriedHigh, long carriedMid, long low) {
        long mid = carriedMid;
        long high = carriedHigh;
        long top = 0;
        long product = poolHi * xLo;
        mid += product;
        long carry = Long.compareUnsigned(mid, product) < 0 ? 1 : 0;
        product = Math.unsignedMultiplyHigh(poolHi, xLo);
        high += product;
        top += Long.compareUnsigned(high, product) < 0 ? 1 : 0;
        high += carry;
        top += high == 0 && carry == 1 ? 1 : 0;
        product = poolHi * xHi;
        high += product;
        top += Long.compareUnsigned(high, product) < 0 ? 1 : 0;
        top += Math.unsignedMultiplyHigh(poolHi, xHi);
        step(top, high, mid);
        quotientHi = digit;
        step(restHi, restLo, low);
        quotientLo = digit;
    }

    /** One digit of the quotient of three digits by the two of the divisor; the upper two must be below it. */
    private void step(long n2, long n1, long n0) {
        long q0 = n2 * reciprocal;
        long q1 = Math.unsignedMultiplyHigh(n2, reciprocal);
        q0 += n1;
        q1 += n2 + (Long.compareUnsigned(q0, n1) < 0 ? 1 : 0);
        long r1 = n1 - q1 * d1;
        r1 = r1 - d1 - (Long.compareUnsigned(n0, d0) < 0 ? 1 : 0);
        long r0 = n0 - d0;
        long t0 = d0 * q1;
        r1 = r1 - Math.unsignedMultiplyHigh(d0, q1) - (Long.compareUnsigned(r0, t0) < 0 ? 1 : 0);
        r0 -= t0;
        q1++;
        if (Long.compareUnsigned(r1, q0) >= 0) {
            q1--;
            r0 += d0;
            r1 += d1 + (Long.compareUnsigned(r0, d0) < 0 ? 1 : 0);
        }
        if (Uint128.compare(r1, r0, d1, d0) >= 0) {
            q1++;
            r1 = r1 - d1 - (Long.compareUnsigned(r0, d0) < 0 ? 1 : 0);
            r0 -= d0;
        }
        digit = q1;
        restHi = r1;
        restLo = r0;
    }
}
