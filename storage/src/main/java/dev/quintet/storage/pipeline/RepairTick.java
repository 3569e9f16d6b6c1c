package dev.quintet.storage.pipeline;

import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Offer;
import dev.quintet.shared.lifecycle.WhenDraining;
import dev.quintet.storage.config.StorageConfig;
import dev.quintet.storage.store.EmbeddedStore;
import dev.quintet.storage.store.Repairer;
import dev.quintet.storage.store.pace.Governor;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;

/** Looks after the volumes, compares what they hold with what they should, and offers what is missing. */
@ApplicationScoped
class RepairTick {
    private final EmbeddedStore store;
    private final Repairer repairer;
    private final RepairPool pool;
    private final BoundedChannel<RepairJob> repair;
    private final UrgentRepairs urgent;
    private final StoreMetrics metrics;
    private final Governor governor;
    private final HotConfig<StorageConfig> config;
    private volatile Repairer.Inventory inventory = new Repairer.Inventory(0, 0, 0, 1, List.of());
    private long plannedNanos = System.nanoTime();

    RepairTick(
            EmbeddedStore store,
            Repairer repairer,
            RepairPool pool,
            RepairFlow flow,
            StoreMetrics metrics,
            HotConfig<StorageConfig> config) {
        this.store = store;
        this.repairer = repairer;
        this.pool = pool;
        this.repair = flow.repair();
        this.urgent = flow.urgent();
        this.governor = flow.governor();
        this.metrics = metrics;
        this.config = config;
    }

    @Scheduled(
            identity = "repair",
            every = "1s",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = WhenDraining.class)
    void tick() {
        store.checkVolumes();
        governor.judge(pool.busy());
        boolean due = System.nanoTime() - plannedNanos
                > config.current().repair().every().toNanos();
        // While there is a backlog the queue is kept full; otherwise a plan follows an event or the long period.
        boolean backlog = inventory.missing() > 0 && repair.depth() < repair.capacity() / 2;
        if (metrics.takePlanWanted() || due || backlog) {
            plan();
        }
    }

    private void plan() {
        plannedNanos = System.nanoTime();
        inventory = repairer.plan(repair.capacity());
        for (var plan : inventory.plans()) {
            if (plan.urgent()) {
                urgent.add(plan.address());
            } else {
                var offer = repair.offer(new RepairJob(Optional.of(plan.address())));
                if (offer != Offer.ACCEPTED) {
                    metrics.skipped(offer);
                }
            }
        }
        if (urgent.size() > 0) {
            metrics.wake();
        }
    }

    /** As the last plan counted. */
    Repairer.Inventory inventory() {
        return inventory;
    }
}
