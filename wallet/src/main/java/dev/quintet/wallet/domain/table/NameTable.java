package dev.quintet.wallet.domain.table;

import dev.quintet.wallet.domain.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Numbers ASCII names 1, 2, 3 … in order of arrival, keeping their bytes in chunks instead of a String each. */
public final class NameTable {
    public static final int NONE = 0;

    private static final int CHUNK = 1 << 20;

    private final long seed;
    private byte[][] chunks = {new byte[CHUNK]};
    private long[] spans = new long[64]; // chunk offset (high bits) and length (low 12 bits) by number
    private long[] slots = new long[128]; // the name's hash, which also says where the search begins, and its number
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
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        int hash = hash(bytes);
        int mask = slots.length - 1;
        for (int slot = hash & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
            if ((int) (slots[slot] >>> 32) == hash && matches((int) slots[slot], bytes)) {
                return (int) slots[slot];
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
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        spans[id] = store(bytes) << 12 | bytes.length;
        place(id, hash(bytes));
        return id;
    }

    /** Forgets the names numbered above {@code newSize}. */
    public void truncate(int newSize) {
        // Newest first: then no later name's probe can have passed over the slot that is cleared.
        int mask = slots.length - 1;
        while (size > newSize) {
            int slot = hash(name(size).getBytes(StandardCharsets.US_ASCII)) & mask;
            while ((int) slots[slot] != size) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = 0;
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

    private long store(byte[] name) {
        if (end % CHUNK + name.length > CHUNK) {
            end += CHUNK - end % CHUNK;
        }
        int chunk = (int) (end / CHUNK);
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunk + 1);
            chunks[chunk] = new byte[CHUNK];
        }
        long start = end;
        System.arraycopy(name, 0, chunks[chunk], (int) (start % CHUNK), name.length);
        end += name.length;
        return start;
    }

    private boolean matches(int id, byte[] name) {
        int length = (int) (spans[id] & 0xFFF);
        int start = (int) ((spans[id] >>> 12) % CHUNK);
        byte[] chunk = chunks[(int) ((spans[id] >>> 12) / CHUNK)];
        return Arrays.equals(chunk, start, start + length, name, 0, name.length);
    }

    private void place(int id, int hash) {
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        slots[slot] = (long) hash << 32 | id;
    }

    private void grow() {
        int[] hashes = new int[size + 1];
        for (long held : slots) {
            hashes[(int) held] = (int) (held >>> 32);
        }
        slots = new long[slots.length * 2];
        // In order of number, which is what makes truncate sound.
        for (int id = 1; id <= size; id++) {
            place(id, hashes[id]);
        }
    }

    /** Eight bytes a step; each step mixes the high bits of a product down, where the next one sees them. */
    private int hash(byte[] name) {
        long h = seed + name.length;
        int at = 0;
        for (; at + Long.BYTES <= name.length; at += Long.BYTES) {
            h = mix(h ^ Bytes.getLong(name, at));
        }
        long rest = 0;
        for (; at < name.length; at++) {
            rest = rest << 8 | name[at];
        }
        h = mix(h ^ rest);
        return (int) (h ^ (h >>> 32));
    }

    private static long mix(long h) {
        long product = h * 0x9E3779B97F4A7C15L;
        return product ^ Math.unsignedMultiplyHigh(h, 0x9E3779B97F4A7C15L) ^ (product >>> 29);
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
