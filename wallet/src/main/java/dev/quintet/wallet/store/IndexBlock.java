package dev.quintet.wallet.store;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** Where a run of entries lies and what their transactions are called, in memory. One writer, any readers. */
final class IndexBlock {
    static final int ENTRIES = 1 << 16;

    private final long number;
    private final long[] places = new long[ENTRIES];
    private final long[] names = new long[ENTRIES];
    private int added;
    private volatile int visible;

    IndexBlock(long number) {
        this.number = number;
    }

    long number() {
        return number;
    }

    /** Adds the next entry, invisible until published. */
    void add(long place, long name) {
        places[added] = place;
        names[added++] = name;
    }

    boolean full() {
        return added == ENTRIES;
    }

    void publish() {
        visible = added;
    }

    int size() {
        return added;
    }

    /** The place of the block's {@code ordinal}-th entry, or 0. */
    long place(int ordinal) {
        return ordinal < visible ? places[ordinal] : 0;
    }

    /** The next ordinal from {@code from} on whose name starts like that, or -1. */
    int find(long name, int from) {
        int end = visible;
        for (int ordinal = from; ordinal < end; ordinal++) {
            if (names[ordinal] == name) {
                return ordinal;
            }
        }
        return -1;
    }

    long[] places() {
        return Arrays.copyOf(places, added);
    }

    /** The upper halves of the names in unsigned order, each with its ordinal in the lower 16 bits. */
    long[] sorted() {
        long[] pairs = new long[added];
        for (int ordinal = 0; ordinal < added; ordinal++) {
            pairs[ordinal] = names[ordinal] >>> 32 << 16 | ordinal;
        }
        Arrays.sort(pairs);
        return pairs;
    }

    void write(DataOutput out, int count) throws IOException {
        out.writeInt(count);
        for (int i = 0; i < count; i++) {
            out.writeLong(places[i]);
            out.writeLong(names[i]);
        }
    }

    void read(DataInput in) throws IOException {
        for (int count = in.readInt(); count > 0; count--) {
            add(in.readLong(), in.readLong());
        }
        publish();
    }
}
