package dev.quintet.storage.store.pack;

import dev.quintet.shared.content.ContentAddress;
import java.util.concurrent.locks.StampedLock;

/**
 * Ids to places, at 32 bytes a slot and no object per entry. Keys are the first 128 bits of an id: who could make two
 * that collide could break the address itself, and what is read is verified against the full one anyway. Thread-safe.
 */
public final class KeyTable {
    private static final int WIDTH = 4;
    private static final long ABSENT = 0;
    private static final long REMOVED = -1;

    private final StampedLock lock = new StampedLock();
    private long[] slots = new long[WIDTH * 64]; // guarded by lock
    private int size; // guarded by lock
    private int used; // with the removed ones; guarded by lock

    /** Is given one entry. */
    @FunctionalInterface
    public interface Visitor {
        void entry(long a, long b, long place, long stamp);
    }

    /** What a key is mapped to; place 0 when it is not. */
    public record Found(long place, long stamp) {}

    public int size() {
        long stamp = lock.readLock();
        try {
            return size;
        } finally {
            lock.unlockRead(stamp);
        }
    }

    public long place(ContentAddress id) {
        return place(id.a(), id.b());
    }

    public long place(long a, long b) {
        return get(a, b).place();
    }

    public Found get(long a, long b) {
        long stamp = lock.readLock();
        try {
            int slot = find(a, b);
            return slot < 0 ? new Found(ABSENT, 0) : new Found(slots[slot + 2], slots[slot + 3]);
        } finally {
            lock.unlockRead(stamp);
        }
    }

    /** Maps the key unless it has a newer stamp; answers the place that is now unused: the old, the new, or 0. */
    public long put(ContentAddress id, long place, long newStamp) {
        long stamp = lock.writeLock();
        try {
            int slot = find(id.a(), id.b());
            if (slot >= 0) {
                if (slots[slot + 3] > newStamp) {
                    return place;
                }
                long before = slots[slot + 2];
                slots[slot + 2] = place;
                slots[slot + 3] = newStamp;
                return before == place ? ABSENT : before;
            }
            grow();
            insert(slots, id.a(), id.b(), place, newStamp);
            size++;
            used++;
            return ABSENT;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    /** Moves an entry if it is still where it was. */
    public boolean replace(ContentAddress id, long from, long to) {
        long stamp = lock.writeLock();
        try {
            int slot = find(id.a(), id.b());
            if (slot < 0 || slots[slot + 2] != from) {
                return false;
            }
            slots[slot + 2] = to;
            return true;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    /** Removes an entry if it is still where it was. */
    public boolean remove(long a, long b, long place) {
        long stamp = lock.writeLock();
        try {
            int slot = find(a, b);
            if (slot < 0 || slots[slot + 2] != place) {
                return false;
            }
            slots[slot + 2] = REMOVED;
            size--;
            return true;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    /** Visits a copy of the table as it is now. */
    public void forEach(Visitor visitor) {
        long[] copy;
        long stamp = lock.readLock();
        try {
            copy = slots.clone();
        } finally {
            lock.unlockRead(stamp);
        }
        for (int slot = 0; slot < copy.length; slot += WIDTH) {
            if (copy[slot + 2] != ABSENT && copy[slot + 2] != REMOVED) {
                visitor.entry(copy[slot], copy[slot + 1], copy[slot + 2], copy[slot + 3]);
            }
        }
    }

    private int find(long a, long b) {
        int mask = slots.length / WIDTH - 1;
        for (int i = hash(a, b) & mask; ; i = (i + 1) & mask) {
            int slot = WIDTH * i;
            long place = slots[slot + 2];
            if (place == ABSENT) {
                return -1;
            }
            if (place != REMOVED && slots[slot] == a && slots[slot + 1] == b) {
                return slot;
            }
        }
    }

    private void grow() {
        int capacity = slots.length / WIDTH;
        if (10L * used < 7L * capacity) {
            return;
        }
        // Removed entries are dropped on the way, so a table of many changes and few entries does not grow.
        long[] next = new long[WIDTH * (10L * size < 4L * capacity ? capacity : 2 * capacity)];
        for (int slot = 0; slot < slots.length; slot += WIDTH) {
            if (slots[slot + 2] != ABSENT && slots[slot + 2] != REMOVED) {
                insert(next, slots[slot], slots[slot + 1], slots[slot + 2], slots[slot + 3]);
            }
        }
        slots = next;
        used = size;
    }

    private static void insert(long[] into, long a, long b, long place, long stamp) {
        int mask = into.length / WIDTH - 1;
        int i = hash(a, b) & mask;
        while (into[WIDTH * i + 2] != ABSENT) {
            i = (i + 1) & mask;
        }
        into[WIDTH * i] = a;
        into[WIDTH * i + 1] = b;
        into[WIDTH * i + 2] = place;
        into[WIDTH * i + 3] = stamp;
    }

    private static int hash(long a, long b) {
        long mixed = (a ^ b) * 0x9e3779b97f4a7c15L;
        return (int) (mixed >>> 32);
    }
}
