package dev.quintet.storage.store.pack;

/**
 * Where a record lies in its volume, in one long that is never 0: pack (26 bits), offset in eights (24), shard (6), its
 * length in quarters of a power of two (7), and whether it is a whole object (1).
 */
public final class Place {
    static final int ORDINAL_MAX = (1 << 26) - 1;

    private Place() {}

    static long of(int pack, long offset, Head head) {
        int last = head.recordBytes() - 1;
        int exponent = 31 - Integer.numberOfLeadingZeros(last);
        int quarter = last >>> (exponent - 2) & 3;
        return (long) pack << 38
                | (offset >>> 3) << 14
                | (long) head.scheme().shard() << 8
                | (long) exponent << 3
                | (long) quarter << 1
                | (head.kind() == Kind.WHOLE ? 1 : 0);
    }

    static int pack(long place) {
        return (int) (place >>> 38);
    }

    static long offset(long place) {
        return (place >>> 14 & 0xffffff) << 3;
    }

    public static int shard(long place) {
        return (int) (place >>> 8) & 63;
    }

    /** The record here is not longer, and at most a quarter shorter. */
    public static int bytesMax(long place) {
        int exponent = (int) (place >>> 3) & 31;
        int quarter = (int) (place >>> 1) & 3;
        return (quarter + 5) << (exponent - 2);
    }

    public static boolean whole(long place) {
        return (place & 1) != 0;
    }
}
