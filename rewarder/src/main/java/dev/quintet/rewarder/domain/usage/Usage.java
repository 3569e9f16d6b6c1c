package dev.quintet.rewarder.domain.usage;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A checked snapshot in columns: about 40 bytes and the account's name per contributor. Contributors are numbered from 0 in the
 * order of their accounts. Filled by {@link UsageReader}, not changed afterwards.
 */
public final class Usage {
    private static final int FIRST_ROWS = 1_024;

    private final UsageHeader header;
    private final int payeesMax;
    private byte[] names = new byte[FIRST_ROWS * 16];
    private int[] ends = new int[FIRST_ROWS];
    private long[][] metrics = new long[Metric.ALL.size()][FIRST_ROWS];
    private int size;

    Usage(UsageHeader header, int payeesMax) {
        this.header = header;
        this.payeesMax = payeesMax;
    }

    public UsageHeader header() {
        return header;
    }

    public int size() {
        return size;
    }

    public String account(int payee) {
        int start = start(payee);
        return new String(names, start, ends[payee] - start, StandardCharsets.US_ASCII);
    }

    public int accountLength(int payee) {
        return ends[payee] - start(payee);
    }

    /** Copies the account's bytes and answers where they end. */
    public int copyAccount(int payee, byte[] target, int offset) {
        int start = start(payee);
        int length = ends[payee] - start;
        System.arraycopy(names, start, target, offset, length);
        return offset + length;
    }

    public long metric(Metric metric, int payee) {
        return metrics[metric.column()][payee];
    }

    /** One column, for the calculus; not to be changed. */
    public long[] column(Metric metric) {
        return metrics[metric.column()];
    }

    /** The contributor with this account, or a negative number. */
    public int find(byte[] account) {
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            int mid = (low + high) >>> 1;
            int order = Arrays.compareUnsigned(names, start(mid), ends[mid], account, 0, account.length);
            if (order == 0) {
                return mid;
            }
            if (order < 0) {
                low = mid + 1;
            } else {
                high = mid - 1;
            }
        }
        return -1;
    }

    /** Whether this account comes after the last one, bytewise. */
    boolean follows(byte[] line, int from, int to) {
        return size == 0 || Arrays.compareUnsigned(names, start(size - 1), ends[size - 1], line, from, to) < 0;
    }

    /** False when there are as many as allowed. */
    boolean add(byte[] line, int from, int to, long[] values) {
        if (size == payeesMax) {
            return false;
        }
        int start = size == 0 ? 0 : ends[size - 1];
        int length = to - from;
        if (start + length > names.length) {
            names = Arrays.copyOf(names, Math.max(start + length, names.length + (names.length >> 1)));
        }
        if (size == ends.length) {
            int room = Math.min(payeesMax, size + (size >> 1));
            ends = Arrays.copyOf(ends, room);
            for (int m = 0; m < metrics.length; m++) {
                metrics[m] = Arrays.copyOf(metrics[m], room);
            }
        }
        System.arraycopy(line, from, names, start, length);
        ends[size] = start + length;
        for (int m = 0; m < metrics.length; m++) {
            metrics[m][size] = values[m];
        }
        size++;
        return true;
    }

    private int start(int payee) {
        return payee == 0 ? 0 : ends[payee - 1];
    }
}
