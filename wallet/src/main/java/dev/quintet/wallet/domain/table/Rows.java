package dev.quintet.wallet.domain.table;

import java.util.Arrays;

/**
 * A growing table of fixed-width rows of longs in pages. {@link #freeze()} hands out an immutable image in the time it
 * takes to copy the page list; a page in an image is copied before its next change.
 */
public final class Rows {
    static final int PAGE_BITS = 10;
    private static final int PAGE_ROWS = 1 << PAGE_BITS;
    private static final int PAGE_MASK = PAGE_ROWS - 1;

    private final int width;
    private long[][] pages = new long[4][];
    private boolean[] frozen = new boolean[4];
    private int size;
    private boolean marked;
    private int sizeAtMark;
    private long[] undo = new long[64]; // place and old value of every change since the mark
    private int undoEnd;

    public Rows(int width) {
        this.width = width;
    }

    public int size() {
        return size;
    }

    public int width() {
        return width;
    }

    public long get(int row, int field) {
        return pages[row >>> PAGE_BITS][(row & PAGE_MASK) * width + field];
    }

    public void set(int row, int field, long value) {
        long[] page = own(row >>> PAGE_BITS);
        int at = (row & PAGE_MASK) * width + field;
        if (marked) {
            remember((long) row * width + field, page[at]);
        }
        page[at] = value;
    }

    /** Adds a row of zeros and answers its number. */
    public int append() {
        int page = size >>> PAGE_BITS;
        if (page == pages.length) {
            pages = Arrays.copyOf(pages, page * 2);
            frozen = Arrays.copyOf(frozen, page * 2);
        }
        if (pages[page] == null) {
            pages[page] = new long[PAGE_ROWS * width];
        }
        return size++;
    }

    /** From here on changes can be taken back; one mark at a time. */
    public void mark() {
        marked = true;
        sizeAtMark = size;
        undoEnd = 0;
    }

    /** Keeps the changes since the mark. */
    public void keep() {
        marked = false;
    }

    /** Takes back every change since the mark. */
    public void rollback() {
        marked = false;
        while (undoEnd > 0) {
            undoEnd -= 2;
            set((int) (undo[undoEnd] / width), (int) (undo[undoEnd] % width), undo[undoEnd + 1]);
        }
        size = sizeAtMark;
    }

    public Image freeze() {
        int used = (size + PAGE_MASK) >>> PAGE_BITS;
        Arrays.fill(frozen, 0, used, true);
        return new Image(width, size, Arrays.copyOf(pages, used));
    }

    private void remember(long place, long old) {
        if (undoEnd + 2 > undo.length) {
            undo = Arrays.copyOf(undo, undo.length * 2);
        }
        undo[undoEnd++] = place;
        undo[undoEnd++] = old;
    }

    private long[] own(int page) {
        if (frozen[page]) {
            pages[page] = pages[page].clone();
            frozen[page] = false;
        }
        return pages[page];
    }

    /** The table as it was when frozen; safe to read from any thread. */
    public static final class Image {
        private final int width;
        private final int size;
        private final long[][] pages;

        private Image(int width, int size, long[][] pages) {
            this.width = width;
            this.size = size;
            this.pages = pages;
        }

        public int size() {
            return size;
        }

        public int width() {
            return width;
        }

        public long get(int row, int field) {
            return pages[row >>> PAGE_BITS][(row & PAGE_MASK) * width + field];
        }
    }
}
