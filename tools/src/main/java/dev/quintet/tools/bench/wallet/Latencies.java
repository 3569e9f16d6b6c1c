package dev.quintet.tools.bench.wallet;

import java.util.Arrays;

/** Durations of one kind of request, of one thread or merged from several. */
final class Latencies {
    private long[] nanos = new long[1024];
    private int size;

    void add(long duration) {
        if (size == nanos.length) {
            nanos = Arrays.copyOf(nanos, size * 2);
        }
        nanos[size++] = duration;
    }

    void addAll(Latencies other) {
        for (int i = 0; i < other.size; i++) {
            add(other.nanos[i]);
        }
    }

    int size() {
        return size;
    }

    /** The duration that 99 of 100 do not exceed, in milliseconds; 0 when there are none. */
    double p99Millis() {
        if (size == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(nanos, size);
        Arrays.sort(sorted);
        return sorted[(int) Math.min(size - 1L, size * 99L / 100)] / 1e6;
    }
}
