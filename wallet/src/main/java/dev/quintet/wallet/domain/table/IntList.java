package dev.quintet.wallet.domain.table;

import java.util.Arrays;

/** A growing list of ints. */
public final class IntList {
    private int[] values = new int[64];
    private int size;

    public void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    public int get(int index) {
        return values[index];
    }

    public int size() {
        return size;
    }

    /** Drops the values that are {@code limit} or more. */
    public void keepBelow(int limit) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (values[i] < limit) {
                values[kept++] = values[i];
            }
        }
        size = kept;
    }

    public void clear() {
        size = 0;
    }
}
