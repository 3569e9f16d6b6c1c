package dev.quintet.rewarder.domain.calculus;

import dev.quintet.rewarder.domain.number.Uint128;

/** A column of unsigned 128-bit integers. */
public final class Column128 {
    final long[] hi;
    final long[] lo;

    public Column128(int size) {
        hi = new long[size];
        lo = new long[size];
    }

    public int size() {
        return lo.length;
    }

    public Uint128 get(int row) {
        return new Uint128(hi[row], lo[row]);
    }

    public long hi(int row) {
        return hi[row];
    }

    public long lo(int row) {
        return lo[row];
    }

    public boolean isZero(int row) {
        return (hi[row] | lo[row]) == 0;
    }

    void set(int row, long high, long low) {
        hi[row] = high;
        lo[row] = low;
    }

    /** Adds one; for payouts, which stay far below the limit because the pool fits. */
    void increment(int row) {
        if (++lo[row] == 0) {
            hi[row]++;
        }
    }

    int compare(int row, long high, long low) {
        return Uint128.compare(hi[row], lo[row], high, low);
    }
}
