package dev.quintet.storage.store.pace;

/** Holds work back to a byte rate. */
@FunctionalInterface
public interface Pace {
    /** The most asked for at once. */
    int BYTES_MAX = 128 << 10;

    /** Returns when so many bytes may be moved; at most {@link #BYTES_MAX}. */
    void take(int bytes) throws InterruptedException;

    /** Asks for any number, piece by piece. */
    default void takeAll(long bytes) throws InterruptedException {
        for (long left = bytes; left > 0; left -= BYTES_MAX) {
            take((int) Math.min(left, BYTES_MAX));
        }
    }
}
