package dev.quintet.rewarder.domain.usage;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads one contributor's line in place: a flat JSON object with exactly the five known members, in any order. Strings are plain
 * (an account has no character that needs an escape) and numbers are integers from 0 to 2<sup>63</sup> − 1.
 */
final class LineScanner {
    private static final byte[][] NAMES = new byte[Metric.ALL.size() + 1][];
    private static final boolean[] ACCOUNT = new boolean[128];
    private static final int ACCOUNT_BYTES_MAX = 256;
    private static final int ALL = (1 << (Metric.ALL.size() + 1)) - 1;

    static {
        for (Metric metric : Metric.ALL) {
            NAMES[metric.column()] = metric.wire().getBytes(StandardCharsets.US_ASCII);
        }
        NAMES[Metric.ALL.size()] = "account".getBytes(StandardCharsets.US_ASCII);
        for (char c = 0; c < ACCOUNT.length; c++) {
            ACCOUNT[c] = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || ":/_.-".indexOf(c) >= 0;
        }
    }

    private final byte[] bytes;
    private final long[] values = new long[Metric.ALL.size()];
    private int at;
    private int stop;
    private int accountFrom;
    private int accountTo;

    LineScanner(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Null when the line is as it should be. */
    @Nullable
    String scan(int from, int to) {
        at = from;
        stop = to;
        accountFrom = accountTo = from;
        if (!take('{')) {
            return "the line is not a JSON object";
        }
        int seen = 0;
        do {
            int member = member();
            if (member < 0) {
                return "the line has an unknown member or is not JSON";
            }
            if ((seen & (1 << member)) != 0) {
                return "the line has a member twice";
            }
            seen |= 1 << member;
            String problem = member == Metric.ALL.size() ? account() : number(member);
            if (problem != null) {
                return problem;
            }
        } while (take(','));
        if (!take('}')) {
            return "the line is not a JSON object";
        }
        skip();
        if (at != stop) {
            return "something follows the object";
        }
        return seen == ALL ? null : "the line lacks a member";
    }

    byte[] bytes() {
        return bytes;
    }

    int accountFrom() {
        return accountFrom;
    }

    int accountTo() {
        return accountTo;
    }

    long[] values() {
        return values;
    }

    /** The account of the line scanned last, as far as it was read. */
    String accountText() {
        return new String(bytes, accountFrom, accountTo - accountFrom, StandardCharsets.US_ASCII);
    }

    private @Nullable String account() {
        if (!take('"')) {
            return "account is not a string";
        }
        int from = at;
        while (at < stop && bytes[at] >= 0 && ACCOUNT[bytes[at]]) {
            at++;
        }
        if (at == stop || bytes[at] != '"' || at == from || at - from > ACCOUNT_BYTES_MAX) {
            return "account is not 1 to 256 of [A-Za-z0-9:/_.-]";
        }
        accountFrom = from;
        accountTo = at++;
        return null;
    }

    private @Nullable String number(int metric) {
        skip();
        int from = at;
        long value = 0;
        while (at < stop && bytes[at] >= '0' && bytes[at] <= '9') {
            int digit = bytes[at] - '0';
            if (value > (Long.MAX_VALUE - digit) / 10) {
                return "a number is past 2^63 - 1";
            }
            value = value * 10 + digit;
            at++;
        }
        if (at == from || (bytes[from] == '0' && at - from > 1)) {
            return "a metric is not an unsigned integer";
        }
        values[metric] = value;
        return null;
    }

    /** The number of the member whose name and colon come next; negative for anything else. */
    private int member() {
        if (!take('"')) {
            return -1;
        }
        for (int member = 0; member < NAMES.length; member++) {
            byte[] name = NAMES[member];
            int end = at + name.length;
            if (end < stop && bytes[end] == '"' && java.util.Arrays.equals(bytes, at, end, name, 0, name.length)) {
                at = end + 1;
                return take(':') ? member : -1;
            }
        }
        return -1;
    }

    private boolean take(char expected) {
        skip();
        if (at < stop && bytes[at] == expected) {
            at++;
            return true;
        }
        return false;
    }

    private void skip() {
        while (at < stop && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r')) {
            at++;
        }
    }
}
