package dev.quintet.wallet.pipeline;

import dev.quintet.shared.lifecycle.WhenDraining;
import dev.quintet.wallet.store.EmbeddedLedger;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;

/**
 * Adds up every balance of every asset and compares with the supply. Each group is
 * checked by its differences as well, before readers see it; this finds what differences cannot.
 */
@ApplicationScoped
class ConservationTick {
    private static final Logger LOG = Logger.getLogger(ConservationTick.class);

    private final EmbeddedLedger ledger;
    private final LedgerHealth health;
    private final WalletMetrics metrics;

    ConservationTick(EmbeddedLedger ledger, LedgerHealth health, WalletMetrics metrics) {
        this.ledger = ledger;
        this.health = health;
        this.metrics = metrics;
    }

    @Scheduled(
            identity = "conservation",
            every = "5s",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = WhenDraining.class)
    void tick() {
        boolean kept = !ledger.failed() && ledger.conserved();
        metrics.conservation(kept);
        if (!kept) {
            health.breached();
            LOG.error("balances and supplies do not add up, or the ledger failed: writes are stopped");
        }
    }
}
