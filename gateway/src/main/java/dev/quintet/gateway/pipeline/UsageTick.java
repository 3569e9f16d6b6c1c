package dev.quintet.gateway.pipeline;

import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.lifecycle.WhenDraining;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;

/** Has the counts kept every second: that is how much a crash can lose. */
@ApplicationScoped
class UsageTick {
    private final BoundedChannel<UsageJob> usage;

    UsageTick(BoundedChannel<UsageJob> usage) {
        this.usage = usage;
    }

    @Scheduled(
            identity = "usage",
            every = "1s",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = WhenDraining.class)
    void tick() {
        // A full queue means that the disk is behind; the counts wait in memory.
        usage.offer(new UsageJob.Flush());
    }
}
