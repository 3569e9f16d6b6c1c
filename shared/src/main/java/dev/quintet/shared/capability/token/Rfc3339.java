package dev.quintet.shared.capability.token;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Reads {@code 2026-01-02T03:04:05[.123456789](Z|+hh:mm|-hh:mm)} and nothing else. By hand: the JDK's formatters also
 * accept times without seconds and other ISO forms, and cost several times as much.
 */
final class Rfc3339 {
    private static final String SHAPE = "dddd-dd-ddTdd:dd:dd";
    private static final int NANO_DIGITS = 9;

    private Rfc3339() {}

    static Instant parse(String text) {
        try {
            int zone = fractionEnd(text);
            LocalDateTime local = LocalDateTime.of(
                    number(text, 0, 4),
                    number(text, 5, 7),
                    number(text, 8, 10),
                    number(text, 11, 13),
                    number(text, 14, 16),
                    number(text, 17, 19),
                    nanos(text, zone));
            return local.toInstant(offset(text, zone));
        } catch (DateTimeException | IndexOutOfBoundsException _) {
            // A day 30 February or a text that ends early; both are simply not a time.
            throw new RefusedTokenException(Refusal.UNKNOWN_CAVEAT);
        }
    }

    /** Checks the fixed part and answers where the offset begins. */
    private static int fractionEnd(String text) {
        for (int i = 0; i < SHAPE.length(); i++) {
            char expected = SHAPE.charAt(i);
            check(expected == 'd' ? isDigit(text, i) : text.charAt(i) == expected);
        }
        int end = SHAPE.length();
        if (text.charAt(end) != '.') {
            return end;
        }
        do {
            end++;
        } while (isDigit(text, end));
        int digits = end - SHAPE.length() - 1;
        check(digits >= 1 && digits <= NANO_DIGITS);
        return end;
    }

    private static int nanos(String text, int end) {
        int nanos = 0;
        for (int i = 0; i < NANO_DIGITS; i++) {
            int at = SHAPE.length() + 1 + i;
            nanos = nanos * 10 + (at < end ? text.charAt(at) - '0' : 0);
        }
        return nanos;
    }

    private static ZoneOffset offset(String text, int at) {
        char sign = text.charAt(at);
        if (sign == 'Z') {
            check(text.length() == at + 1);
            return ZoneOffset.UTC;
        }
        check((sign == '+' || sign == '-') && text.length() == at + 6 && text.charAt(at + 3) == ':');
        check(isDigit(text, at + 1) && isDigit(text, at + 2) && isDigit(text, at + 4) && isDigit(text, at + 5));
        int hours = number(text, at + 1, at + 3);
        int minutes = number(text, at + 4, at + 6);
        return sign == '+' ? ZoneOffset.ofHoursMinutes(hours, minutes) : ZoneOffset.ofHoursMinutes(-hours, -minutes);
    }

    private static int number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            number = number * 10 + (text.charAt(i) - '0');
        }
        return number;
    }

    private static boolean isDigit(String text, int at) {
        char c = text.charAt(at);
        return c >= '0' && c <= '9';
    }

    private static void check(boolean wellFormed) {
        if (!wellFormed) {
            throw new RefusedTokenException(Refusal.UNKNOWN_CAVEAT);
        }
    }
}
