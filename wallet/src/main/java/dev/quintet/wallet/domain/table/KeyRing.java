package dev.quintet.wallet.domain.table;

import java.util.ArrayDeque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The idempotency keys in order of commitment, found by their 128-bit digest. Holds the newest {@code capacity} keys;
 * the oldest makes room for the newest.
 */
public final class KeyRing {
    public static final int ABSENT = -1;

    private static final int KEY_HI = 0;
    private static final int KEY_LO = 1;
    private static final int REQUEST_HI = 2;
    private static final int REQUEST_LO = 3;
    private static final int SEQ = 4;
    private static final int AT = 5;
    private static final int WIDTH = 6;

    private final int capacity;
    private final Rows ring = new Rows(WIDTH);
    // The digest's low 32 bits, which also say where the search begins, and row + 1; zero is empty. Most searches are
    // for
    // keys that are not there, and end here without a look at any row.
    private long[] slots = new long[128];
    private int indexed;
    private long added;
    private long evictedBefore;
    private boolean marked;
    private final ArrayDeque<Displaced> displaced = new ArrayDeque<>();

    public KeyRing(int capacity) {
        this.capacity = capacity;
    }

    /** One remembered request: the digests of key and request, the entry it became and when. */
    public record Key(long keyHi, long keyLo, long requestHi, long requestLo, long seq, long at) {}

    /** What one addition replaced: the evicted key, if the ring was full, and the row that answered for the same key. */
    private record Displaced(@Nullable Key evicted, boolean evictedIndexed, int previous) {}

    /** The row of the newest commitment under this key, or {@link #ABSENT}. */
    public int find(long keyHi, long keyLo) {
        return (int) slots[slotOf(keyHi, keyLo)] - 1;
    }

    /** The newest commitment under this key. */
    public Optional<Key> get(long keyHi, long keyLo) {
        int row = find(keyHi, keyLo);
        return row == ABSENT ? Optional.empty() : Optional.of(key(row));
    }

    public boolean sameRequest(int row, long requestHi, long requestLo) {
        return ring.get(row, REQUEST_HI) == requestHi && ring.get(row, REQUEST_LO) == requestLo;
    }

    public long seq(int row) {
        return ring.get(row, SEQ);
    }

    public long at(int row) {
        return ring.get(row, AT);
    }

    /** How many keys had to leave before their time was asked about. */
    public long evicted() {
        return evictedBefore + Math.max(0, added - capacity);
    }

    /** Takes over the count of a ring that this one continues. */
    public void evictedBefore(long count) {
        evictedBefore = count;
    }

    /** When the oldest key was committed; keys evicted are older. Only when there are any. */
    public long oldestAt() {
        return ring.get((int) (added <= capacity ? 0 : added % capacity), AT);
    }

    public int size() {
        return (int) Math.min(added, capacity);
    }

    public void add(Key key) {
        int row = (int) (added % capacity);
        boolean full = row < ring.size();
        Key evicted = marked && full ? key(row) : null;
        boolean wasIndexed = full && unindex(row);
        if (!full) {
            ring.append();
        }
        put(row, key);
        int previous = index(row);
        added++;
        if (marked) {
            displaced.push(new Displaced(evicted, wasIndexed, previous));
        }
    }

    /** From here on additions can be taken back. */
    public void mark() {
        marked = true;
        displaced.clear();
    }

    public void keep() {
        marked = false;
    }

    public void rollback() {
        marked = false;
        while (!displaced.isEmpty()) {
            Displaced last = displaced.pop();
            added--;
            int row = (int) (added % capacity);
            unindex(row);
            if (last.evicted() != null) {
                put(row, last.evicted());
            }
            if (last.evictedIndexed()) {
                index(row);
            }
            if (last.previous() != ABSENT) {
                index(last.previous());
            }
        }
    }

    /** The number of the next key; with {@link #oldestFirst()} all that a snapshot needs. */
    public long added() {
        return added;
    }

    /** The keys as they are now, to be read while the ring moves on. */
    public Image oldestFirst() {
        return new Image(ring.freeze(), added, capacity, evicted());
    }

    /** Makes the row answer for its key; the row that did before, or {@link #ABSENT}. */
    private int index(int row) {
        if (indexed * 2 >= slots.length) {
            grow();
        }
        long keyLo = ring.get(row, KEY_LO);
        int slot = slotOf(ring.get(row, KEY_HI), keyLo);
        int previous = (int) slots[slot] - 1;
        if (previous == ABSENT) {
            indexed++;
        }
        slots[slot] = keyLo << 32 | row + 1;
        return previous;
    }

    /** Forgets the row, if it is the one that answers for its key. */
    private boolean unindex(int row) {
        int mask = slots.length - 1;
        int gap = slotOf(ring.get(row, KEY_HI), ring.get(row, KEY_LO));
        if ((int) slots[gap] - 1 != row) {
            return false;
        }
        for (int next = (gap + 1) & mask; slots[next] != 0; next = (next + 1) & mask) {
            int home = (int) (slots[next] >>> 32) & mask;
            if (((next - home) & mask) >= ((next - gap) & mask)) {
                slots[gap] = slots[next];
                gap = next;
            }
        }
        slots[gap] = 0;
        indexed--;
        return true;
    }

    private void put(int row, Key key) {
        ring.set(row, KEY_HI, key.keyHi());
        ring.set(row, KEY_LO, key.keyLo());
        ring.set(row, REQUEST_HI, key.requestHi());
        ring.set(row, REQUEST_LO, key.requestLo());
        ring.set(row, SEQ, key.seq());
        ring.set(row, AT, key.at());
    }

    private Key key(int row) {
        return new Key(
                ring.get(row, KEY_HI),
                ring.get(row, KEY_LO),
                ring.get(row, REQUEST_HI),
                ring.get(row, REQUEST_LO),
                ring.get(row, SEQ),
                ring.get(row, AT));
    }

    private int slotOf(long keyHi, long keyLo) {
        int mask = slots.length - 1;
        int tag = (int) keyLo;
        int slot = tag & mask;
        for (long held = slots[slot]; held != 0; held = slots[slot]) {
            int row = (int) held - 1;
            if ((int) (held >>> 32) == tag && ring.get(row, KEY_LO) == keyLo && ring.get(row, KEY_HI) == keyHi) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[old.length * 2];
        int mask = slots.length - 1;
        for (long held : old) {
            if (held != 0) {
                int slot = (int) (held >>> 32) & mask;
                while (slots[slot] != 0) {
                    slot = (slot + 1) & mask;
                }
                slots[slot] = held;
            }
        }
    }

    /** A frozen ring. */
    public static final class Image {
        private final Rows.Image rows;
        private final long added;
        private final int capacity;
        private final long evicted;

        private Image(Rows.Image rows, long added, int capacity, long evicted) {
            this.rows = rows;
            this.added = added;
            this.capacity = capacity;
            this.evicted = evicted;
        }

        public long evicted() {
            return evicted;
        }

        public int size() {
            return (int) Math.min(added, capacity);
        }

        /** The {@code index}-th oldest key. */
        public Key get(int index) {
            int row = (int) ((added - size() + index) % capacity);
            return new Key(
                    rows.get(row, KEY_HI),
                    rows.get(row, KEY_LO),
                    rows.get(row, REQUEST_HI),
                    rows.get(row, REQUEST_LO),
                    rows.get(row, SEQ),
                    rows.get(row, AT));
        }
    }
}
