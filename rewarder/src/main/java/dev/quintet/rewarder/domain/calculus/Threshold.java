package dev.quintet.rewarder.domain.calculus;

import java.util.Arrays;

/**
 * Finds the {@code wanted}-th largest of many 128-bit values without sorting them: sixteen bits at a time from the top, only
 * those that share the prefix found so far are looked at again. Linear, and the same whatever the order.
 */
final class Threshold {
    private static final int BITS = 16;
    private static final int ROUNDS = 128 / BITS;

    private final Column128 values;
    private int[] candidates;
    private int count;
    private int missing;

    private Threshold(Column128 values, int[] rows, int count, int wanted) {
        this.values = values;
        this.candidates = rows;
        this.count = count;
        this.missing = wanted;
    }

    /** The value, and how many rows with exactly it belong to the {@code wanted} largest. */
    record Cut(long hi, long lo, int ties) {}

    /** Among the first {@code count} of {@code rows}; {@code wanted} is at least one and at most that many. */
    static Cut of(Column128 values, int[] rows, int count, int wanted) {
        return new Threshold(values, rows, count, wanted).find();
    }

    private Cut find() {
        long high = 0;
        long low = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int digit = choose(round);
            int shift = 64 - BITS * (round % 4 + 1);
            if (round < 4) {
                high |= (long) digit << shift;
            } else {
                low |= (long) digit << shift;
            }
            keep(round, digit);
        }
        return new Cut(high, low, missing);
    }

    private int choose(int round) {
        int[] histogram = new int[1 << BITS];
        for (int i = 0; i < count; i++) {
            histogram[digit(candidates[i], round)]++;
        }
        int digit = histogram.length - 1;
        while (histogram[digit] < missing) {
            missing -= histogram[digit--];
        }
        return digit;
    }

    private void keep(int round, int digit) {
        int[] kept = round == 0 ? new int[Math.min(count, 1_024)] : candidates;
        int size = 0;
        for (int i = 0; i < count; i++) {
            if (digit(candidates[i], round) == digit) {
                if (size == kept.length) {
                    kept = Arrays.copyOf(kept, Math.min(count, 2 * size));
                }
                kept[size++] = candidates[i];
            }
        }
        candidates = kept;
        count = size;
    }

    private int digit(int row, int round) {
        long word = round < 4 ? values.hi[row] : values.lo[row];
        return (int) (word >>> (64 - BITS * (round % 4 + 1))) & ((1 << BITS) - 1);
    }
}
