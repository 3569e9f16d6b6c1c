package dev.quintet.registry.pipeline;

import dev.quintet.registry.store.EmbeddedRegistry;
import dev.quintet.shared.flow.BoundedChannel;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.Executor;
import org.jboss.logging.Logger;

/** Makes restarts quick and gives space back, beside the writer and one step at a time. */
@ApplicationScoped
class PruneTask {
    private static final Logger LOG = Logger.getLogger(PruneTask.class);

    private final BoundedChannel<RetentionJob> retention;
    private final EmbeddedRegistry registry;
    private long snapshotVersion;

    PruneTask(BoundedChannel<RetentionJob> retention, EmbeddedRegistry registry) {
        this.retention = retention;
        this.registry = registry;
    }

    Uni<Void> run(Executor executor) {
        return retention.consume(1, executor, this::prune);
    }

    private void prune(RetentionJob job) {
        long head = registry.state().view().head().version();
        if (job.keepFrom() > registry.firstVersion()) {
            int segments = registry.prune(job.keepFrom());
            LOG.infof("versions before %d are pruned, %d segments freed", job.keepFrom(), segments);
        } else if (head > snapshotVersion) {
            registry.snapshot();
        }
        snapshotVersion = head;
    }
}
