package dev.quintet.rewarder.domain.number;

import java.math.BigInteger;
import java.util.Optional;

/** An exact unsigned 128-bit integer; arithmetic never wraps silently. */
public record Uint128(long hi, long lo) implements Comparable<Uint128> {
    public static final Uint128 ZERO = new Uint128(0, 0);
    public static final int BYTES = 16;

    private static final int DIGITS_MAX = 39;
    private static final BigInteger MASK = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    public static Uint128 of(long unsigned) {
        return new Uint128(0, unsigned);
    }

    /** Throws when it does not fit. */
    public static Uint128 of(BigInteger value) {
        if (value.signum() < 0 || value.bitLength() > 128) {
            throw new ArithmeticException("not an unsigned 128-bit integer");
        }
        return new Uint128(value.shiftRight(64).longValue(), value.and(MASK).longValue());
    }

    /** Accepts exactly {@code 0} or digits without sign, space or leading zero that fit 128 bits. */
    public static Optional<Uint128> parse(String text) {
        int length = text.length();
        if (length == 0 || length > DIGITS_MAX || (length > 1 && text.charAt(0) == '0')) {
            return Optional.empty();
        }
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return Optional.empty();
            }
        }
        var value = new BigInteger(text);
        return value.bitLength() > 128 ? Optional.empty() : Optional.of(of(value));
    }

    public boolean isZero() {
        return (hi | lo) == 0;
    }

    /** The sum; throws when it leaves 128 bits. */
    public Uint128 plus(Uint128 other) {
        long low = lo + other.lo;
        long carry = Long.compareUnsigned(low, lo) < 0 ? 1 : 0;
        long high = hi + other.hi;
        long sum = high + carry;
        if (Long.compareUnsigned(high, hi) < 0 || Long.compareUnsigned(sum, high) < 0) {
            throw new ArithmeticException("a sum leaves 128 bits");
        }
        return new Uint128(sum, low);
    }

    /** The difference; throws when it would be negative. */
    public Uint128 minus(Uint128 other) {
        if (compareTo(other) < 0) {
            throw new ArithmeticException("a difference is negative");
        }
        return new Uint128(hi - other.hi - (Long.compareUnsigned(lo, other.lo) < 0 ? 1 : 0), lo - other.lo);
    }

    public Uint128 min(Uint128 other) {
        return compareTo(other) <= 0 ? this : other;
    }

    public BigInteger big() {
        return unsigned(hi).shiftLeft(64).add(unsigned(lo));
    }

    @Override
    public int compareTo(Uint128 other) {
        return compare(hi, lo, other.hi, other.lo);
    }

    public static int compare(long aHi, long aLo, long bHi, long bLo) {
        int high = Long.compareUnsigned(aHi, bHi);
        return high != 0 ? high : Long.compareUnsigned(aLo, bLo);
    }

    /** The decimal digits, without sign or leading zero. */
    @Override
    public String toString() {
        return hi == 0 ? Long.toUnsignedString(lo) : big().toString();
    }

    private static BigInteger unsigned(long value) {
        return BigInteger.valueOf(value).and(MASK);
    }
}
