package dev.quintet.gateway.domain.tenant;

/**
 * Rate limits of anonymous addresses in a fixed number of buckets: sets of eight, found by hash. When a set is full the
 * fullest of its buckets makes room, which is the one that remembers least; so a flood of made-up addresses costs no memory
 * and frees nobody who is being limited before it frees somebody who is not.
 */
final class AnonymousBuckets {
    private static final int WAYS = 8;

    private final long[] keys;
    private final TokenBucket[] buckets;
    private final int sets;

    AnonymousBuckets(int capacity) {
        sets = Integer.highestOneBit(Math.max(1, capacity / WAYS));
        keys = new long[sets * WAYS];
        buckets = new TokenBucket[sets * WAYS];
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = new TokenBucket();
        }
    }

    TokenBucket of(long key, RateLimit limit, long now) {
        int base = (int) (key >>> 40 & (sets - 1)) * WAYS;
        int fullest = base;
        long most = Long.MIN_VALUE;
        for (int i = base; i < base + WAYS; i++) {
            if (keys[i] == key) {
                return buckets[i];
            }
            // One never used counts as fullest of all; the others are brought up to date first.
            long level = keys[i] == 0 || buckets[i].full(limit, now) ? Long.MAX_VALUE : buckets[i].level();
            if (level > most) {
                most = level;
                fullest = i;
            }
        }
        keys[fullest] = key;
        buckets[fullest].reset();
        return buckets[fullest];
    }
}
