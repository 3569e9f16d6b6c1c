package dev.quintet.shared.content;

import java.math.BigDecimal;
import java.math.MathContext;

/** Doubles as ECMAScript's {@code Number::toString} prints them, which RFC 8785 makes the canonical form. */
final class EcmaNumber {
    /** From here on numbers print with an exponent. */
    static final double EXPONENT_FROM = 1e21;

    /** At this many digits before the point ECMAScript changes to an exponent. */
    private static final int PLAIN_MAX = 21;

    /** And at this many zeros after it. */
    private static final int ZEROS_MAX = 6;

    private EcmaNumber() {}

    static String format(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("not a JSON number: " + value);
        }
        if (value == 0) {
            return "0"; // Of either sign.
        }
        BigDecimal shortest = shortest(Math.abs(value));
        String digits = shortest.unscaledValue().toString();
        return (value < 0 ? "-" : "") + layout(digits, digits.length() - shortest.scale());
    }

    /** The value is {@code 0.digits} times ten to the power of {@code point}. */
    private static String layout(String digits, int point) {
        int count = digits.length();
        if (count <= point && point <= PLAIN_MAX) {
            return digits + "0".repeat(point - count);
        }
        if (0 < point && point <= PLAIN_MAX) {
            return digits.substring(0, point) + "." + digits.substring(point);
        }
        if (-ZEROS_MAX < point && point <= 0) {
            return "0." + "0".repeat(-point) + digits;
        }
        int exponent = point - 1;
        String fraction = count == 1 ? "" : "." + digits.substring(1);
        return digits.charAt(0) + fraction + (exponent < 0 ? "e-" : "e+") + Math.abs(exponent);
    }

    /** The decimal with the fewest digits that reads back as this double; of several, the nearest. */
    private static BigDecimal shortest(double value) {
        BigDecimal printed = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        // Java prints the shortest decimal of at least two digits. Where one digit is enough but two are nearer, which
        // happens among the smallest subnormals only (4.9E-324), ECMAScript prints the one.
        if (printed.precision() == 2) {
            BigDecimal one = printed.round(new MathContext(1)).stripTrailingZeros();
            if (one.doubleValue() == value) {
                return one;
            }
        }
        return printed;
    }
}
