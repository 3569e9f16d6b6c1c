package dev.quintet.shared.lifecycle;

import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.config.QuintetConfig;
import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.Channel;
import dev.quintet.shared.flow.ChannelRegistry;
import dev.quintet.shared.flow.EvictingChannel;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.shared.flow.LanedChannel;
import dev.quintet.shared.flow.Watch;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Ends a process without losing what it accepted. It closes the intake channels; each stage, when its source ends, closes the
 * channel behind it; so the end travels through the pipeline by itself. What has not ended at the deadline is aborted and
 * counted, and one {@link DrainReport} line says how it went.
 *
 * <p>It begins with the first sign of shutdown and runs beside Quarkus' wait for HTTP requests in flight: those wait for the very
 * work that is being drained, and once that wait is over the HTTP server is gone and nobody can be answered any more.
 */
@ApplicationScoped
public class Drain {
    private static final Logger LOG = Logger.getLogger(Drain.class);
    /** The end of the deadline, kept for answering the callers of what is aborted. */
    private static final Duration LAST_WORDS = Duration.ofMillis(200);

    private final Lifecycle lifecycle;
    private final Supervisor supervisor;
    private final ChannelRegistry channels;
    private final Supplier<Duration> budget;
    private final List<Channel> intakes = new CopyOnWriteArrayList<>();
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<DrainReport> report = new CompletableFuture<>();

    @Inject
    public Drain(
            Lifecycle lifecycle, Supervisor supervisor, ChannelRegistry channels, HotConfig<QuintetConfig> config) {
        this(lifecycle, supervisor, channels, () -> config.current().drainDeadline());
    }

    Drain(Lifecycle lifecycle, Supervisor supervisor, ChannelRegistry channels, Supplier<Duration> budget) {
        this.lifecycle = lifecycle;
        this.supervisor = supervisor;
        this.channels = channels;
        this.budget = budget;
    }

    /** Declares a channel that no stage closes: the drain does, in order of declaration. */
    public void intake(Channel channel) {
        intakes.add(channel);
    }

    /** Phase one, before Quarkus waits for requests in flight. */
    void delayed(@Observes ShutdownDelayInitiatedEvent event) {
        begin();
    }

    /** Phase two, before any other observer: stores may be closed only after their last writer has ended. */
    void shutdown(@Observes @Priority(0) ShutdownEvent event) {
        begin();
        await();
    }

    void begin() {
        if (!begun.compareAndSet(false, true)) {
            return;
        }
        long start = System.nanoTime();
        long takenBefore = taken();
        var allowed = budget.get();
        lifecycle.drain(new Deadline(start + allowed.toNanos()));
        supervisor.beginDrain();
        intakes.forEach(Channel::close);
        HandlerThreads.named("drain").execute(() -> finish(start, allowed, takenBefore));
    }

    /** The report, once everything has ended or is aborted; never later than the deadline and a moment. */
    DrainReport await() {
        return report.join();
    }

    private void finish(long start, Duration allowed, long takenBefore) {
        try {
            supervisor.join(new Deadline(start + allowed.minus(LAST_WORDS).toNanos()));
            int aborted = 0;
            for (var channel : channels.channels()) {
                aborted += abort(channel);
            }
            supervisor.join(new Deadline(start + allowed.toNanos()));
            var abortedTasks = supervisor.abort();
            int drained = supervisor.declarations().size() - abortedTasks.size();
            var took = Duration.ofNanos(System.nanoTime() - start);
            var result = new DrainReport(took, drained, abortedTasks, taken() - takenBefore, aborted);
            LOG.log(result.clean() ? Logger.Level.INFO : Logger.Level.WARN, result.line());
            lifecycle.stop(result);
            report.complete(result);
        } catch (Throwable e) {
            // Whoever waits for the end must not wait for ever.
            report.completeExceptionally(e);
        }
    }

    private static int abort(Channel channel) {
        return switch (channel) {
            case BoundedChannel<?> bounded -> bounded.abort().size();
            case LanedChannel<?> laned -> laned.abort().size();
            case EvictingChannel<?> evicting -> evicting.abort().size();
            // News, not work: whoever listened has been served or is gone.
            case Broadcast<?> bus -> {
                bus.abort();
                yield 0;
            }
            // Ends by itself with the last state; its value stays readable.
            case Watch<?> watch -> 0;
        };
    }

    private long taken() {
        long sum = 0;
        for (var channel : channels.channels()) {
            if (channel instanceof BoundedChannel<?>
                    || channel instanceof LanedChannel<?>
                    || channel instanceof EvictingChannel<?>) {
                sum += channel.taken();
            }
        }
        return sum;
    }
}
