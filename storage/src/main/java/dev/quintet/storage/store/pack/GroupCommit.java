package dev.quintet.storage.store.pack;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Natural group commit: whatever is submitted while one commit runs makes up the next one; no timer. One commit at a time,
 * on a thread of the executor that nobody interrupts, and none while there is nothing to do. At most {@code bytesMax}
 * wait; past that {@link #submit} answers false.
 */
final class GroupCommit {
    private final long bytesMax;
    private final Executor executor;
    private final Consumer<List<Entry>> commit;

    private final ReentrantLock gate = new ReentrantLock();
    private List<Entry> pending = new ArrayList<>(); // guarded by gate
    private long pendingBytes; // guarded by gate
    private boolean running; // guarded by gate
    private boolean closed; // guarded by gate
    private final CompletableFuture<Void> idle = new CompletableFuture<>();

    /**
     * A record and who waits for its place.
     *
     * @param reserve whether it may use the last of the space
     * @param from the place of which it is a copy; 0 for a new record
     */
    record Entry(PackRecord record, boolean reserve, long from, CompletableFuture<Long> place) {}

    /** @param commit must answer every entry's future and not throw */
    GroupCommit(long bytesMax, Executor executor, Consumer<List<Entry>> commit) {
        this.bytesMax = bytesMax;
        this.executor = executor;
        this.commit = commit;
    }

    boolean submit(Entry entry) {
        boolean start;
        gate.lock();
        try {
            if (closed || pendingBytes > bytesMax) {
                return false;
            }
            pending.add(entry);
            pendingBytes += entry.record().head().recordBytes();
            start = !running;
            running = true;
        } finally {
            gate.unlock();
        }
        if (start) {
            executor.execute(this::run);
        }
        return true;
    }

    /** Refuses what comes; completes when the last commit is over. */
    CompletableFuture<Void> close() {
        gate.lock();
        try {
            closed = true;
            if (!running) {
                idle.complete(null);
            }
        } finally {
            gate.unlock();
        }
        return idle;
    }

    private void run() {
        for (var batch = take(); !batch.isEmpty(); batch = take()) {
            commit.accept(batch);
        }
    }

    private List<Entry> take() {
        gate.lock();
        try {
            var batch = pending;
            pending = new ArrayList<>();
            pendingBytes = 0;
            running = !batch.isEmpty();
            if (closed && !running) {
                idle.complete(null);
            }
            return batch;
        } finally {
            gate.unlock();
        }
    }
}
