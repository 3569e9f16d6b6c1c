package dev.quintet.wallet.domain.table;

import java.util.ArrayList;
import java.util.List;

/** Maps positive longs to ints by open addressing with linear probing; at most half full. */
public final class LongIndex {
    public static final int ABSENT = -1;

    private long[] keys = new long[64];
    private int[] values = new int[64];
    private int size;
    private boolean marked;
    private final List<Long> addedSinceMark = new ArrayList<>();

    public int size() {
        return size;
    }

    public int get(long key) {
        int mask = keys.length - 1;
        for (int slot = mix(key) & mask; keys[slot] != 0; slot = (slot + 1) & mask) {
            if (keys[slot] == key) {
                return values[slot];
            }
        }
        return ABSENT;
    }

    /** Adds a key that must not be there yet. */
    public void add(long key, int value) {
        if (key <= 0) {
            throw new IllegalArgumentException("keys are positive: " + key);
        }
        if (size * 2 >= keys.length) {
            grow();
        }
        place(key, value);
        size++;
        if (marked) {
            addedSinceMark.add(key);
        }
    }

    /** From here on additions can be taken back; nothing is removed while marked. */
    public void mark() {
        marked = true;
        addedSinceMark.clear();
    }

    public void keep() {
        marked = false;
    }

    public void rollback() {
        marked = false;
        addedSinceMark.forEach(this::remove);
    }

    /** Removes a key, closing the gap so that probes stay short. */
    private void remove(long key) {
        int mask = keys.length - 1;
        int slot = mix(key) & mask;
        while (keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        int gap = slot;
        for (int next = (gap + 1) & mask; keys[next] != 0; next = (next + 1) & mask) {
            int home = mix(keys[next]) & mask;
            if (((next - home) & mask) >= ((next - gap) & mask)) {
                keys[gap] = keys[next];
                values[gap] = values[next];
                gap = next;
            }
        }
        keys[gap] = 0;
        size--;
    }

    private void place(long key, int value) {
        int mask = keys.length - 1;
        int slot = mix(key) & mask;
        while (keys[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        keys[slot] = key;
        values[slot] = value;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new int[oldKeys.length * 2];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                place(oldKeys[i], oldValues[i]);
            }
        }
    }

    private static int mix(long key) {
        long h = key * 0x9E3779B97F4A7C15L;
        return (int) ((h ^ (h >>> 32)) >>> 7);
    }
}
