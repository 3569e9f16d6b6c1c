package dev.quintet.shared.lifecycle;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** One task: at any moment running, waiting for its restart, or ended for good. */
final class SupervisedTask {
    private static final Logger LOG = Logger.getLogger(SupervisedTask.class);

    /** What the supervisor wants to hear about; called without the task's lock. */
    interface Moments {
        void started(SupervisedTask task);

        void failed(SupervisedTask task, Throwable failure);

        void restarting(SupervisedTask task, boolean exhausted);

        void recovered(SupervisedTask task);
    }

    final TaskDeclaration declaration;
    final boolean untilDrain;
    final CompletableFuture<Void> ended = new CompletableFuture<>();

    private final Supplier<Uni<? extends Void>> body;
    private final RestartBudget budget;
    private final Timer timer;
    private final Moments moments;
    private final ReentrantLock lock = new ReentrantLock();
    // All below: guarded by lock.
    private @Nullable Cancellable running;
    private @Nullable Runnable pending;
    private @Nullable Runnable callOff;
    private int generation;
    private boolean stopped;

    SupervisedTask(
            TaskDeclaration declaration,
            boolean untilDrain,
            Supplier<Uni<? extends Void>> body,
            RestartBudget budget,
            Timer timer,
            Moments moments) {
        this.declaration = declaration;
        this.untilDrain = untilDrain;
        this.body = body;
        this.budget = budget;
        this.timer = timer;
        this.moments = moments;
    }

    void start() {
        int mine;
        lock.lock();
        try {
            if (stopped) {
                return;
            }
            pending = null;
            callOffTimer();
            mine = ++generation;
        } finally {
            lock.unlock();
        }
        moments.started(this);
        // Outside the lock: a body may complete or fail while it is being subscribed.
        var subscription = Uni.createFrom()
                .<Void>deferred(body)
                .subscribe()
                .with(nothing -> ended.complete(null), failure -> failed(mine, failure));
        keep(mine, subscription);
    }

    /** A restart that is still waiting happens now: a drain has no time for it, and its channel may hold accepted work. */
    void hurry() {
        Runnable now;
        lock.lock();
        try {
            now = pending;
            pending = null;
        } finally {
            lock.unlock();
        }
        if (now != null) {
            now.run();
        }
    }

    /** Ends the task where it stands; true if it had not ended by itself. */
    boolean cancel() {
        Cancellable current;
        lock.lock();
        try {
            stopped = true;
            current = running;
            running = null;
            callOffTimer();
        } finally {
            lock.unlock();
        }
        if (current != null) {
            current.cancel();
        }
        return ended.complete(null);
    }

    private void callOffTimer() {
        if (callOff != null) {
            callOff.run();
            callOff = null;
        }
    }

    private void keep(int mine, Cancellable subscription) {
        boolean late;
        lock.lock();
        try {
            late = stopped;
            if (!late && mine == generation && pending == null) {
                running = subscription;
            }
        } finally {
            lock.unlock();
        }
        if (late) {
            subscription.cancel();
        }
    }

    private void failed(int mine, Throwable failure) {
        moments.failed(this, failure);
        if (failure instanceof Error) {
            ended.complete(null);
            return;
        }
        boolean exhausted;
        lock.lock();
        try {
            if (stopped || mine != generation) {
                return;
            }
            running = null;
            var delay = budget.spend();
            exhausted = budget.exhausted();
            pending = this::start;
            callOff = timer.after(delay, this::hurry);
            LOG.warnf(failure, "task %s failed, restart in %d ms", declaration.name(), delay.toMillis());
        } finally {
            lock.unlock();
        }
        moments.restarting(this, exhausted);
        timer.after(RestartBudget.WINDOW.plus(RestartBudget.DELAY_MAX), () -> judge(mine));
    }

    // A minute after a restart: if that generation still runs, the task is well again.
    private void judge(int failedGeneration) {
        boolean well;
        lock.lock();
        try {
            well = generation == failedGeneration + 1 && pending == null;
        } finally {
            lock.unlock();
        }
        if (well) {
            moments.recovered(this);
        }
    }
}
