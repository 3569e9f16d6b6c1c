package dev.quintet.storage.pipeline;

import dev.quintet.shared.content.ContentAddress;
import dev.quintet.storage.domain.StoreException;
import dev.quintet.storage.store.Repairer;
import dev.quintet.storage.store.pace.RepairBudget;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;

/** Restores objects, urgent ones first, all within the one byte rate. */
@ApplicationScoped
class RepairPool {
    private static final Logger LOG = Logger.getLogger(RepairPool.class);

    private final Repairer repairer;
    private final RepairBudget budget;
    private final UrgentRepairs urgent;
    private final AtomicInteger running = new AtomicInteger();

    RepairPool(Repairer repairer, RepairBudget budget, UrgentRepairs urgent) {
        this.repairer = repairer;
        this.budget = budget;
        this.urgent = urgent;
    }

    void handle(RepairJob job) throws InterruptedException {
        running.incrementAndGet();
        try {
            for (var next = urgent.poll(); next.isPresent(); next = urgent.poll()) {
                repair(next.get(), true);
            }
            if (job.address().isPresent()) {
                repair(job.address().get(), false);
            }
        } finally {
            running.decrementAndGet();
        }
    }

    /** Whether any repair is under way. */
    boolean busy() {
        return running.get() > 0;
    }

    private void repair(ContentAddress address, boolean first) throws InterruptedException {
        try {
            repairer.repair(address, budget.lane(first));
        } catch (StoreException e) {
            // Too few good pieces or no room now: the next plan finds it again.
            LOG.warnf("repair of %s: %s", address, e.getMessage());
        }
    }
}
