package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.client.StorageClient;
import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Offer;
import java.io.IOException;
import java.time.Duration;
import org.jboss.logging.Logger;

/** Carries ended epochs into storage, beside the keeper, so that a slow storage never holds up the counting. */
final class UsageSealer {
    private static final Logger LOG = Logger.getLogger(UsageSealer.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final StorageClient storage;
    private final BoundedChannel<UsageJob> usage;
    private final UsageKeeper keeper;

    UsageSealer(StorageClient storage, BoundedChannel<UsageJob> usage, UsageKeeper keeper) {
        this.storage = storage;
        this.usage = usage;
        this.keeper = keeper;
    }

    void seal(SealJob job) throws InterruptedException {
        try {
            var address = storage.put(job.snapshot().bytes());
            if (usage.sendBlocking(new UsageJob.Stored(job, address), Deadline.after(PATIENCE)) != Offer.ACCEPTED) {
                keeper.postponed(job);
            }
        } catch (IOException | RuntimeException e) {
            LOG.warnf(
                    "usage of epoch %s could not be sealed yet: %s", job.epoch().id(), e.getMessage());
            keeper.postponed(job);
        }
    }
}
