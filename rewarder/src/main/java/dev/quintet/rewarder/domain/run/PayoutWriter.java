package dev.quintet.rewarder.domain.run;

import dev.quintet.rewarder.domain.calculus.Payouts;
import dev.quintet.rewarder.domain.number.Uint128;
import dev.quintet.rewarder.domain.tree.SumTree;
import dev.quintet.rewarder.domain.usage.Metric;
import dev.quintet.rewarder.domain.usage.Usage;
import dev.quintet.shared.content.Blake3Hasher;
import dev.quintet.shared.content.ContentAddress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the payout file: canonical JSON lines in the order of accounts. Allocates nothing per line for amounts below 2<sup>63</sup>. */
public final class PayoutWriter {
    private static final int BUFFER_BYTES = 256 << 10;
    private static final int LINE_BYTES_MAX = 640;

    private static final byte[] ACCOUNT = ascii("{\"account\":\"");
    private static final byte[] AMOUNT = ascii("\",\"amount_minor\":\"");
    private static final byte[] SERVED = ascii("\",\"bytes_served\":");
    private static final byte[] STORED = ascii(",\"bytes_stored\":");
    private static final byte[] REQUESTS = ascii(",\"requests\":");
    private static final byte[] SCORE = ascii(",\"score\":\"");
    private static final byte[] UPTIME = ascii("\",\"uptime_seconds\":");
    private static final byte[] END = ascii("}\n");

    private final OutputStream out;
    private final Blake3Hasher hasher = new Blake3Hasher();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final byte[] digits = new byte[20];
    private int end;
    private long written;

    private PayoutWriter(OutputStream out) {
        this.out = out;
    }

    /** The file's address, and where each block of {@link SumTree#BLOCK} lines begins. */
    @SuppressWarnings("ArrayRecordComponent") // One per 64 payees; copied nowhere.
    public record Written(ContentAddress address, long bytes, long[] offsets) {}

    public static Written write(Usage usage, Payouts payouts, OutputStream out) throws IOException {
        return new PayoutWriter(out).write(usage, payouts);
    }

    private Written write(Usage usage, Payouts payouts) throws IOException {
        long[] offsets = new long[(usage.size() + SumTree.BLOCK - 1) / SumTree.BLOCK];
        for (int payee = 0; payee < usage.size(); payee++) {
            if (end > BUFFER_BYTES - LINE_BYTES_MAX) {
                flush();
            }
            if (payee % SumTree.BLOCK == 0) {
                offsets[payee / SumTree.BLOCK] = written + end;
            }
            put(ACCOUNT);
            end = usage.copyAccount(payee, buffer, end);
            put(AMOUNT);
            put(payouts.amounts().hi(payee), payouts.amounts().lo(payee));
            put(SERVED);
            put(usage.metric(Metric.BYTES_SERVED, payee));
            put(STORED);
            put(usage.metric(Metric.BYTES_STORED, payee));
            put(REQUESTS);
            put(usage.metric(Metric.REQUESTS, payee));
            put(SCORE);
            put(payouts.scores().hi(payee), payouts.scores().lo(payee));
            put(UPTIME);
            put(usage.metric(Metric.UPTIME_SECONDS, payee));
            put(END);
        }
        flush();
        return new Written(hasher.address(), written, offsets);
    }

    private void flush() throws IOException {
        hasher.update(buffer, 0, end);
        out.write(buffer, 0, end);
        written += end;
        end = 0;
    }

    private void put(byte[] text) {
        System.arraycopy(text, 0, buffer, end, text.length);
        end += text.length;
    }

    private void put(long high, long low) {
        if (high == 0 && low >= 0) {
            put(low);
        } else {
            put(ascii(new Uint128(high, low).toString()));
        }
    }

    private void put(long value) {
        int at = digits.length;
        long rest = value;
        do {
            long next = rest / 10;
            digits[--at] = (byte) ('0' + (rest - next * 10));
            rest = next;
        } while (rest != 0);
        System.arraycopy(digits, at, buffer, end, digits.length - at);
        end += digits.length - at;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
