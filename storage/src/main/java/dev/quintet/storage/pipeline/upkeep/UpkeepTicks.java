package dev.quintet.storage.pipeline.upkeep;

import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.lifecycle.WhenDraining;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;

/** Asks for upkeep from time to time; what does not fit is asked for again. */
@ApplicationScoped
class UpkeepTicks {
    private final BoundedChannel<UpkeepJob> upkeep;

    UpkeepTicks(BoundedChannel<UpkeepJob> upkeep) {
        this.upkeep = upkeep;
    }

    @Scheduled(
            identity = "scrub",
            every = "5s",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = WhenDraining.class)
    void scrub() {
        upkeep.offer(UpkeepJob.SCRUB);
    }

    /** The period is the collector's epoch: what is to go must have been missed by two marks this far apart. */
    @Scheduled(
            identity = "compaction",
            every = "30s",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = WhenDraining.class)
    void collect() {
        upkeep.offer(UpkeepJob.COLLECT);
    }

    @Scheduled(
            identity = "expiry",
            every = "10s",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = WhenDraining.class)
    void expire() {
        upkeep.offer(UpkeepJob.EXPIRE);
    }
}
