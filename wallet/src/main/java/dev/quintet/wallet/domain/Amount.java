package dev.quintet.wallet.domain;

import java.util.Optional;

/** An exact unsigned 128-bit quantity of minor units; arithmetic never wraps silently. */
public record Amount(long hi, long lo) implements Comparable<Amount> {
    public static final Amount ZERO = new Amount(0, 0);
    public static final Amount MAX = new Amount(-1, -1);

    private static final int DIGITS_MAX = 39;
    private static final int DIGITS_IN_LONG = 18;
    private static final long LIMB = 0xFFFF_FFFFL;

    /** The amount of {@code units}, which must not be negative. */
    public static Amount of(long units) {
        if (units < 0) {
            throw new IllegalArgumentException("an amount has no sign: " + units);
        }
        return new Amount(0, units);
    }

    /** Accepts exactly {@code 0} or a digit string without sign, space or leading zero that fits 128 bits. */
    public static Optional<Amount> parse(CharSequence text) {
        int length = text.length();
        if (length == 0 || length > DIGITS_MAX || (length > 1 && text.charAt(0) == '0')) {
            return Optional.empty();
        }
        long hi = 0;
        long lo = 0;
        for (int i = 0; i < length; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return Optional.empty();
            }
            if (i < DIGITS_IN_LONG) {
                lo = lo * 10 + digit;
                continue;
            }
            long carry = Math.unsignedMultiplyHigh(lo, 10);
            long low = lo * 10 + digit;
            carry += Long.compareUnsigned(low, digit) < 0 ? 1 : 0;
            if (Math.unsignedMultiplyHigh(hi, 10) != 0) {
                return Optional.empty();
            }
            long high = hi * 10 + carry;
            if (Long.compareUnsigned(high, carry) < 0) {
                return Optional.empty();
            }
            hi = high;
            lo = low;
        }
        return Optional.of(new Amount(hi, lo));
    }

    public boolean isZero() {
        return (hi | lo) == 0;
    }

    /** Whether {@code this + other} leaves 128 bits. */
    public boolean overflows(Amount other) {
        return compare(hi, lo, ~other.hi, ~other.lo) > 0;
    }

    /** The sum; throws when it leaves 128 bits. */
    public Amount plus(Amount other) {
        if (overflows(other)) {
            throw new ArithmeticException("amount overflow");
        }
        long low = lo + other.lo;
        return new Amount(hi + other.hi + carry(low, lo), low);
    }

    /** The difference; throws when it would be negative. */
    public Amount minus(Amount other) {
        if (compareTo(other) < 0) {
            throw new ArithmeticException("amount underflow");
        }
        return new Amount(hi - other.hi - borrow(lo, other.lo), lo - other.lo);
    }

    @Override
    public int compareTo(Amount other) {
        return compare(hi, lo, other.hi, other.lo);
    }

    public static int compare(long aHi, long aLo, long bHi, long bLo) {
        int high = Long.compareUnsigned(aHi, bHi);
        return high != 0 ? high : Long.compareUnsigned(aLo, bLo);
    }

    /** One when adding produced {@code sum} from {@code addend} by wrapping. */
    public static long carry(long sum, long addend) {
        return Long.compareUnsigned(sum, addend) < 0 ? 1 : 0;
    }

    /** One when {@code from − take} wraps. */
    public static long borrow(long from, long take) {
        return Long.compareUnsigned(from, take) < 0 ? 1 : 0;
    }

    /** The decimal digits, without sign or leading zero. */
    @Override
    public String toString() {
        if (hi == 0) {
            return Long.toUnsignedString(lo);
        }
        long[] limbs = {hi >>> 32, hi & LIMB, lo >>> 32, lo & LIMB};
        var digits = new StringBuilder(DIGITS_MAX);
        while ((limbs[0] | limbs[1] | limbs[2] | limbs[3]) != 0) {
            long group = divideByBillion(limbs);
            for (int i = 0; i < 9; i++) {
                digits.append((char) ('0' + group % 10));
                group /= 10;
            }
        }
        int end = digits.length();
        while (digits.charAt(end - 1) == '0') {
            end--;
        }
        digits.setLength(end);
        return digits.reverse().toString();
    }

    private static long divideByBillion(long[] limbs) {
        long remainder = 0;
        for (int i = 0; i < limbs.length; i++) {
            long part = (remainder << 32) | limbs[i];
            limbs[i] = part / 1_000_000_000L;
            remainder = part % 1_000_000_000L;
        }
        return remainder;
    }
}
