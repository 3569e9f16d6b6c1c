package dev.quintet.rewarder.domain.calculus;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Cuts rows into fixed chunks and lets some lanes work on them. Where a cut falls depends on the rows alone, never on how many lanes
 * there are, so every number of lanes gives the same result.
 */
public record Lanes(int count, Executor executor) {
    /** Rows of one chunk: large enough that handing it out costs nothing, small enough to balance two lanes. */
    public static final int CHUNK = 1 << 14;

    /** Everything on the calling thread. */
    public static Lanes single() {
        return new Lanes(1, Runnable::run);
    }

    /** Works on the rows from {@code from} to before {@code to}. */
    @FunctionalInterface
    public interface Work {
        void chunk(int chunk, int from, int to);
    }

    public static int chunks(int rows) {
        return (rows + CHUNK - 1) / CHUNK;
    }

    /** Returns when every chunk is done. */
    public void run(int rows, Work work) {
        int chunks = chunks(rows);
        var next = new AtomicInteger();
        Runnable lane = () -> {
            for (int chunk = next.getAndIncrement(); chunk < chunks; chunk = next.getAndIncrement()) {
                int from = chunk * CHUNK;
                work.chunk(chunk, from, Math.min(rows, from + CHUNK));
            }
        };
        int helpers = Math.min(count, chunks) - 1;
        var others = new CompletableFuture<?>[Math.max(0, helpers)];
        for (int i = 0; i < others.length; i++) {
            others[i] = CompletableFuture.runAsync(lane, executor);
        }
        lane.run();
        CompletableFuture.allOf(others).join();
    }
}
