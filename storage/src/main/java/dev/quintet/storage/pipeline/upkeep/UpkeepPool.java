package dev.quintet.storage.pipeline.upkeep;

import dev.quintet.shared.config.HotConfig;
import dev.quintet.storage.config.StorageConfig;
import dev.quintet.storage.domain.UploadStore;
import dev.quintet.storage.store.Collector;
import dev.quintet.storage.store.Scrubber;
import dev.quintet.storage.store.pace.RepairBudget;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;

/** Scrubs, collects and expires, one thing at a time, each at its own byte rate. */
@ApplicationScoped
public class UpkeepPool {
    /** Records of each volume in one step: short enough that a drain does not wait for it. */
    private static final int SCRUB_RECORDS = 500;

    private final Scrubber scrubber;
    private final Collector collector;
    private final UploadStore uploads;
    private final HotConfig<StorageConfig> config;
    private final RepairBudget scrubRate;
    private final RepairBudget compactionRate;

    UpkeepPool(Scrubber scrubber, Collector collector, UploadStore uploads, HotConfig<StorageConfig> config) {
        this.scrubber = scrubber;
        this.collector = collector;
        this.uploads = uploads;
        this.config = config;
        this.scrubRate = new RepairBudget(
                System::nanoTime, () -> config.current().scrub().rate().asLongValue(), _ -> {});
        this.compactionRate = new RepairBudget(
                System::nanoTime, () -> config.current().compaction().rate().asLongValue(), _ -> {});
    }

    public void handle(UpkeepJob job) throws InterruptedException {
        switch (job) {
            case SCRUB -> scrubber.step(SCRUB_RECORDS, scrubRate.lane(false));
            case COLLECT -> {
                collector.collect();
                double dead = config.current().compaction().deadPercent() / 100.0;
                collector.compact(dead, compactionRate.lane(false));
            }
            case EXPIRE -> uploads.expire(Instant.now());
        }
    }
}
