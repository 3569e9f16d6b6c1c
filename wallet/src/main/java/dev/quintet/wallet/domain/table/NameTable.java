package dev.quintet.wallet.domain.table;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Numbers ASCII names 1, 2, 3 … in order of arrival, keeping their bytes in chunks instead of a String each. */
public final class NameTable {
    public static final int NONE = 0;

    private static final int CHUNK = 1 << 20;

    private final long seed;
    private byte[][] chunks = {new byte[CHUNK]};
    private long[] spans = new long[64]; // chunk offset (high bits) and length (low 12 bits) by number
    private int[] slots = new int[128];
    private int size;
    private long end;

    /** {@code seed} keeps strangers from choosing names that collide; it has no influence on the numbers. */
    public NameTable(long seed) {
        this.seed = seed | 1;
    }

    public int size() {
        return size;
    }

    /** The name's number, or {@link #NONE}. */
    public int find(String name) {
        int mask = slots.length - 1;
        for (int slot = hash(name) & mask; slots[slot] != NONE; slot = (slot + 1) & mask) {
            if (matches(slots[slot], name)) {
                return slots[slot];
            }
        }
        return NONE;
    }

    /** Adds a name that must not be there yet and answers its number. */
    public int add(String name) {
        if (size * 2 >= slots.length) {
            grow();
        }
        int id = ++size;
        if (id >= spans.length) {
            spans = Arrays.copyOf(spans, spans.length * 2);
        }
        spans[id] = store(name) << 12 | name.length();
        place(id, hash(name));
        return id;
    }

    /** Forgets the names numbered above {@code newSize}. */
    public void truncate(int newSize) {
        // Newest first: then no later name's probe can have passed over the slot that is cleared.
        int mask = slots.length - 1;
        while (size > newSize) {
            int slot = hash(name(size)) & mask;
            while (slots[slot] != size) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = NONE;
            end = spans[size] >>> 12;
            size--;
        }
    }

    public String name(int id) {
        if (id < 1 || id > size) {
            throw new IndexOutOfBoundsException("no name numbered " + id);
        }
        return read(chunks, spans[id]);
    }

    private static String read(byte[][] chunks, long span) {
        long start = span >>> 12;
        return new String(
                chunks[(int) (start / CHUNK)], (int) (start % CHUNK), (int) (span & 0xFFF), StandardCharsets.US_ASCII);
    }

    /** The names as they are now, to be read while the table moves on. */
    public Image freeze() {
        return new Image(chunks.clone(), spans, size);
    }

    private long store(String name) {
        int length = name.length();
        if (end % CHUNK + length > CHUNK) {
            end += CHUNK - end % CHUNK;
        }
        int chunk = (int) (end / CHUNK);
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunk + 1);
            chunks[chunk] = new byte[CHUNK];
        }
        long start = end;
        byte[] target = chunks[chunk];
        for (int i = 0, at = (int) (start % CHUNK); i < length; i++, at++) {
            target[at] = (byte) name.charAt(i);
        }
        end += length;
        return start;
    }

    private boolean matches(int id, String name) {
        int length = (int) (spans[id] & 0xFFF);
        if (length != name.length()) {
            return false;
        }
        long start = spans[id] >>> 12;
        byte[] chunk = chunks[(int) (start / CHUNK)];
        for (int i = 0, at = (int) (start % CHUNK); i < length; i++, at++) {
            if (chunk[at] != (byte) name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private void place(int id, int hash) {
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != NONE) {
            slot = (slot + 1) & mask;
        }
        slots[slot] = id;
    }

    private void grow() {
        slots = new int[slots.length * 2];
        // In order of number, which is what makes truncate sound.
        for (int id = 1; id <= size; id++) {
            place(id, hash(name(id)));
        }
    }

    private int hash(String name) {
        long h = seed;
        for (int i = 0; i < name.length(); i++) {
            h = (h ^ name.charAt(i)) * 0x9E3779B97F4A7C15L;
            h ^= h >>> 29;
        }
        return (int) (h ^ (h >>> 32)) & Integer.MAX_VALUE;
    }

    /** A frozen table: its names' bytes never change, later ones go behind them. */
    public static final class Image {
        private final byte[][] chunks;
        private final long[] spans;
        private final int size;

        private Image(byte[][] chunks, long[] spans, int size) {
            this.chunks = chunks;
            this.spans = spans;
            this.size = size;
        }

        public int size() {
            return size;
        }

        public String name(int id) {
            return read(chunks, spans[id]);
        }
    }
}
