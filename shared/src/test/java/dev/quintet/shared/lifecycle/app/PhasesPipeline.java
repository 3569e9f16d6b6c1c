package dev.quintet.shared.lifecycle.app;

import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.ChannelRegistry;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.shared.lifecycle.Drain;
import dev.quintet.shared.lifecycle.Supervisor;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.subscription.UniEmitter;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jboss.logging.Logger;

/** One stage behind HTTP and one bus behind an event stream. */
@Singleton
@IfBuildProperty(name = "phases.enabled", stringValue = "true")
class PhasesPipeline {
    /** A request that waits in the channel. */
    record Job(Duration takes, UniEmitter<? super String> reply) {}

    private static final Logger LOG = Logger.getLogger(PhasesPipeline.class);

    final BoundedChannel<Job> work;
    final Broadcast<String> events;
    private final Supervisor supervisor;
    private final Drain drain;

    PhasesPipeline(ChannelRegistry channels, Supervisor supervisor, Drain drain) {
        this.work = channels.bounded("work", 8, "PhasesResource", "PhasesPipeline");
        this.events = channels.broadcast("events", 8, "PhasesPipeline", "PhasesResource");
        this.supervisor = supervisor;
        this.drain = drain;
    }

    void start(@Observes StartupEvent event) {
        drain.intake(work);
        work.onAbort(job -> job.reply().complete("aborted"));
        supervisor.run(
                "work",
                "worker",
                () -> work.consume(1, HandlerThreads.named("work"), PhasesPipeline::handle)
                        .onItem()
                        .invoke(events::close));
    }

    void delayed(@Observes ShutdownDelayInitiatedEvent event) {
        LOG.info("phase delay");
    }

    void stopped(@Observes ShutdownEvent event) {
        LOG.info("phase shutdown");
    }

    private static void handle(Job job) {
        // Stands in for work of a known length; it does not react to interrupts, like a disk.
        long end = System.nanoTime() + job.takes().toNanos();
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        job.reply().complete("done");
    }
}
