package dev.quintet.registry.pipeline;

import dev.quintet.registry.config.RegistryConfig;
import dev.quintet.registry.domain.Command;
import dev.quintet.registry.domain.Registry;
import dev.quintet.registry.store.WriteGroup;
import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Offer;
import dev.quintet.shared.lifecycle.WhenDraining;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jboss.logging.Logger;

/** Signs a checkpoint when one is due and something has happened since the last, and then lets the pruner look. */
@ApplicationScoped
class CheckpointTick {
    private static final Logger LOG = Logger.getLogger(CheckpointTick.class);

    private final Registry registry;
    private final Attestor attestor;
    private final RetentionPlan plan;
    private final BoundedChannel<WriteGroup> writes;
    private final BoundedChannel<RetentionJob> retention;
    private final HotConfig<RegistryConfig> config;
    private volatile Instant last = Instant.now();

    CheckpointTick(
            Registry registry,
            Attestor attestor,
            RetentionPlan plan,
            BoundedChannel<WriteGroup> writes,
            BoundedChannel<RetentionJob> retention,
            HotConfig<RegistryConfig> config) {
        this.registry = registry;
        this.attestor = attestor;
        this.plan = plan;
        this.writes = writes;
        this.retention = retention;
        this.config = config;
    }

    // Every second, so that a reload of the interval needs no new schedule.
    @Scheduled(
            identity = "checkpoint",
            every = "1s",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = WhenDraining.class)
    void tick() {
        if (Duration.between(last, Instant.now())
                        .compareTo(config.current().checkpoint().every())
                >= 0) {
            checkpoint();
        }
    }

    /** Signs and keeps a checkpoint of the head, unless there is one; then offers the pruner what is covered. */
    void checkpoint() {
        last = Instant.now();
        var view = registry.state().view();
        if (view.head().version() > view.checkpoint()) {
            attestor.head()
                    .ifPresentOrElse(
                            signed -> {
                                var group = WriteGroup.of(List.of(new Command.Keep(signed)));
                                if (writes.offer(group) == Offer.ACCEPTED) {
                                    group.answer().join();
                                }
                            },
                            () -> LOG.warn("no checkpoint: the signer set does not name this service's key"));
        }
        if (retention.offer(new RetentionJob(plan.keepFrom())) == Offer.FULL) {
            LOG.warn("the pruner is behind: this cycle is skipped");
        }
    }
}
