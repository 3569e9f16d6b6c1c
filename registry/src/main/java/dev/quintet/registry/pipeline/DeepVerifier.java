package dev.quintet.registry.pipeline;

import dev.quintet.registry.domain.CorruptLogException;
import dev.quintet.registry.store.ChainAudit;
import dev.quintet.registry.store.EmbeddedRegistry;
import dev.quintet.shared.journal.CorruptionException;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.jboss.logging.Logger;

/**
 * Reads the whole log once more from the disk, a slice at a time, and everything that is added to it: hashes, chain,
 * Merkle leaves, checkpoints. A mismatch is the end of readiness.
 */
@ApplicationScoped
class DeepVerifier {
    private static final Logger LOG = Logger.getLogger(DeepVerifier.class);

    /** One slice in every interval: a fifth of one core at most. */
    private static final Duration SLICE = Duration.ofMillis(20);

    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final EmbeddedRegistry registry;
    private final StoreHealth health;
    private final RegistryMetrics metrics;
    private final ChainAudit audit;
    private volatile boolean broken;

    DeepVerifier(EmbeddedRegistry registry, StoreHealth health, RegistryMetrics metrics) {
        this.registry = registry;
        this.health = health;
        this.metrics = metrics;
        this.audit = registry.audit();
        metrics.gauge("audit_chain_verify_progress_ratio", audit::progress);
    }

    Uni<Void> run() {
        return Multi.createFrom()
                .ticks()
                .every(INTERVAL)
                .onItem()
                .invoke(_ -> slice())
                .onItem()
                .ignoreAsUni();
    }

    void slice() {
        if (broken || registry.failed()) {
            return;
        }
        long start = System.nanoTime();
        try {
            if (audit.run(start + SLICE.toNanos()) > 0) {
                metrics.chainVerified(System.nanoTime() - start);
            }
        } catch (CorruptLogException | CorruptionException e) {
            broken = true;
            health.broken();
            LOG.fatalf("THE LOG DOES NOT VERIFY: %s", e.getMessage());
        }
    }
}
