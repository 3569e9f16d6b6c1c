package dev.quintet.registry.store;

import dev.quintet.registry.domain.PrunedException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** Where in the log each version's record lies. One writer; readers may ask for versions that were published. */
final class Versions {
    private static final int ROW = 2;

    private volatile Table table = new Table(1, new long[2 * ROW], 0);

    /** Versions from {@code first}, two numbers each: sequence and place. Readers never look past the size. */
    private static final class Table {
        private final long first;
        private final long[] rows;
        private final int size;

        Table(long first, long[] rows, int size) {
            this.first = first;
            this.rows = rows;
            this.size = size;
        }
    }

    /** The oldest version kept. */
    long first() {
        return table.first;
    }

    /** One past the newest version. */
    long next() {
        return table.first + table.size;
    }

    void add(long sequence, long place) {
        var old = table;
        long[] rows = old.size * ROW == old.rows.length ? Arrays.copyOf(old.rows, 2 * old.rows.length) : old.rows;
        rows[ROW * old.size] = sequence;
        rows[ROW * old.size + 1] = place;
        table = new Table(old.first, rows, old.size + 1);
    }

    long place(long version) {
        return row(version, 1);
    }

    long sequence(long version) {
        return row(version, 0);
    }

    /** Forgets what is before {@code first}. */
    void forget(long first) {
        var old = table;
        if (first > old.first) {
            int gone = (int) (first - old.first);
            long[] rows = Arrays.copyOfRange(old.rows, ROW * gone, Math.max(ROW * gone + 2 * ROW, ROW * old.size));
            table = new Table(first, rows, old.size - gone);
        }
    }

    void write(DataOutputStream out, long last) throws IOException {
        var now = table;
        out.writeLong(now.first);
        out.writeLong(last);
        for (int i = 0; now.first + i <= last; i++) {
            out.writeLong(now.rows[ROW * i]);
            out.writeLong(now.rows[ROW * i + 1]);
        }
    }

    void read(DataInputStream in) throws IOException {
        long first = in.readLong();
        int size = (int) (in.readLong() - first + 1);
        long[] rows = new long[Math.max(2, size) * ROW];
        for (int i = 0; i < ROW * size; i++) {
            rows[i] = in.readLong();
        }
        table = new Table(first, rows, size);
    }

    private long row(long version, int column) {
        var now = table;
        long at = version - now.first;
        if (at < 0 || at >= now.size) {
            throw new PrunedException(version);
        }
        return now.rows[(int) (ROW * at + column)];
    }
}
