package dev.quintet.shared.lifecycle;

import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.metrics.MetricNames;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Quarkus;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;

/**
 * Owns every long-running task: starts it, restarts it when it fails (see {@link RestartBudget}), gives up readiness for writes
 * when that does not help, and lets {@link Drain} join or abort it. A task that throws an {@link Error} ends the process.
 *
 * <p>The body is asked for a new {@code Uni} at each start. {@code channel.consume(…)} may be started again and again;
 * anything over a source that accepts one subscriber in its life may not. A stage closes the channel behind it on completion
 * ({@code onItem().invoke(next::close)}), not on termination: after a failure it will be back and wants to send.
 */
@ApplicationScoped
public class Supervisor {
    static final int EXIT_FATAL = 70; // EX_SOFTWARE of sysexits.h

    private static final Logger LOG = Logger.getLogger(Supervisor.class);
    private static final Pattern LABEL = Pattern.compile("[a-z][a-z0-9_]{0,47}");

    private final MeterRegistry meters;
    private final Readiness readiness;
    private final Lifecycle lifecycle;
    private final Timer timer;
    private final LongSupplier nanos;
    private final IntConsumer exit;
    private final Random random = new Random();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, SupervisedTask> tasks = new LinkedHashMap<>(); // guarded by lock

    @Inject
    public Supervisor(MeterRegistry meters, Readiness readiness, Lifecycle lifecycle) {
        this(meters, readiness, lifecycle, Timer.REAL, System::nanoTime, Quarkus::asyncExit);
    }

    Supervisor(
            MeterRegistry meters,
            Readiness readiness,
            Lifecycle lifecycle,
            Timer timer,
            LongSupplier nanos,
            IntConsumer exit) {
        this.meters = meters;
        this.readiness = readiness;
        this.lifecycle = lifecycle;
        this.timer = timer;
        this.nanos = nanos;
        this.exit = exit;
    }

    /** Runs a stage: it ends when its source does, and the drain waits for it. A name is used once. */
    public void run(String task, String kind, Supplier<Uni<Void>> body) {
        supervise(new TaskDeclaration(task, kind, "its source ends"), false, body);
    }

    /** Runs something without an end of its own: it is cancelled as soon as the drain begins. */
    public void runUntilDrain(String task, String kind, Supplier<Uni<Void>> body) {
        supervise(new TaskDeclaration(task, kind, "cancelled when the drain begins"), true, body);
    }

    /** In order of declaration. */
    public List<TaskDeclaration> declarations() {
        return snapshot().stream().map(task -> task.declaration).toList();
    }

    void beginDrain() {
        for (var task : snapshot()) {
            if (!task.untilDrain) {
                task.hurry();
            } else if (task.cancel()) {
                count(MetricNames.TASKS_CANCELED, task);
            }
        }
    }

    /** Waits for all tasks; false when some are still running at the deadline. */
    boolean join(Deadline deadline) throws InterruptedException {
        var all = CompletableFuture.allOf(
                snapshot().stream().map(task -> task.ended).toArray(CompletableFuture[]::new));
        try {
            all.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return all.isDone();
        } catch (ExecutionException e) {
            throw new AssertionError("a task's end carries no failure", e);
        }
    }

    /** Cancels what is still running and names it. */
    List<String> abort() {
        var aborted = new ArrayList<String>();
        for (var task : snapshot()) {
            if (task.cancel()) {
                count(MetricNames.TASKS_ABORTED, task);
                aborted.add(task.declaration.name());
            }
        }
        return aborted;
    }

    private void supervise(TaskDeclaration declaration, boolean untilDrain, Supplier<Uni<Void>> body) {
        if (!LABEL.matcher(declaration.name()).matches()
                || !LABEL.matcher(declaration.kind()).matches()) {
            throw new IllegalArgumentException("name or kind is not " + LABEL + ": " + declaration);
        }
        var budget = new RestartBudget(nanos, random);
        var task = new SupervisedTask(declaration, untilDrain, body::get, budget, timer, new Reactions());
        lock.lock();
        try {
            if (tasks.putIfAbsent(declaration.name(), task) != null) {
                throw new IllegalStateException("task '" + declaration.name() + "' is declared twice");
            }
        } finally {
            lock.unlock();
        }
        task.start();
    }

    private List<SupervisedTask> snapshot() {
        lock.lock();
        try {
            return new ArrayList<>(tasks.values());
        } finally {
            lock.unlock();
        }
    }

    private void count(String meter, SupervisedTask task) {
        meters.counter(meter, MetricNames.KIND, task.declaration.kind()).increment();
    }

    private static String cause(SupervisedTask task) {
        return "task_" + task.declaration.name();
    }

    /** What becomes of a task, as operators see it. */
    private final class Reactions implements SupervisedTask.Moments {
        @Override
        public void started(SupervisedTask task) {
            count(MetricNames.TASKS_SPAWNED, task);
        }

        @Override
        public void failed(SupervisedTask task, Throwable failure) {
            count(MetricNames.TASKS_PANICKED, task);
            if (failure instanceof Error) {
                LOG.fatalf(failure, "task %s is broken beyond restart, the process ends", task.declaration.name());
                lifecycle.fail("task " + task.declaration.name());
                exit.accept(EXIT_FATAL);
            }
        }

        @Override
        public void restarting(SupervisedTask task, boolean exhausted) {
            meters.counter(MetricNames.SERVICE_RESTARTS, MetricNames.TASK, task.declaration.name())
                    .increment();
            if (exhausted) {
                LOG.errorf(
                        "task %s: %d restarts in a minute, writes are given up",
                        task.declaration.name(), RestartBudget.RESTARTS_MAX);
                readiness.down(cause(task), Scope.WRITES);
            }
        }

        @Override
        public void recovered(SupervisedTask task) {
            readiness.up(cause(task));
        }
    }
}
