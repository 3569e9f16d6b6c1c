package dev.quintet.shared.flow;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The consumer side of a {@link ChannelCore}: up to {@code limit} workers, each an activation of {@link #run} on the
 * executor that lasts until the channel has nothing more for it. Idle workers hold no thread.
 */
abstract class Taker<E> implements Runnable {
    final ChannelCore<E> core;
    /** Threads between enter and retirement; guarded by the core's gate. */
    final Set<Thread> workers = new HashSet<>();

    private final int limit;
    private final Executor executor;
    private final Consumer<@Nullable Throwable> done;
    // Plain on purpose: only ever compared with the current thread, which sees its own writes.
    private @Nullable Thread waker;

    Taker(ChannelCore<E> core, int limit, Executor executor, Consumer<@Nullable Throwable> done) {
        if (limit < 1) {
            throw new IllegalArgumentException("at least one worker, not " + limit);
        }
        this.core = core;
        this.limit = limit;
        this.executor = executor;
        this.done = done;
    }

    /** Takes and handles until the core answers with nothing, which has retired this worker. */
    abstract void drain();

    final int limit() {
        return limit;
    }

    /** Whether an item taken now could be delivered; asked under the gate. */
    boolean ready() {
        return true;
    }

    /** Puts one claimed worker on the executor. */
    final void wake() {
        waker = Thread.currentThread();
        try {
            executor.execute(this);
        } catch (RejectedExecutionException e) {
            fail(e);
        } finally {
            waker = null;
        }
    }

    @Override
    public final void run() {
        if (Thread.currentThread().equals(waker)) {
            // It would run handlers on producers' threads, event loops among them.
            throw new RejectedExecutionException("a channel needs an executor that does not run tasks on the caller");
        }
        core.enter(this);
        try {
            drain();
        } catch (Throwable e) {
            fail(e);
        }
    }

    final void finished() {
        done.accept(null);
    }

    /** Called under the gate. */
    final void interruptWorkers() {
        for (var worker : workers) {
            if (!worker.equals(Thread.currentThread())) {
                worker.interrupt();
            }
        }
    }

    private void fail(Throwable cause) {
        core.detach(this, true);
        // No longer attached, so this takes nothing: it retires the worker and lets a successor start.
        core.next(this);
        done.accept(cause);
    }
}
