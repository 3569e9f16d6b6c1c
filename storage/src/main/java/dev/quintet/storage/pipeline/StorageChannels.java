package dev.quintet.storage.pipeline;

import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.ChannelRegistry;
import dev.quintet.shared.flow.LanedChannel;
import dev.quintet.storage.config.StorageConfig;
import dev.quintet.storage.pipeline.traffic.ObjectJob;
import dev.quintet.storage.pipeline.traffic.StreamJob;
import dev.quintet.storage.pipeline.upkeep.UpkeepJob;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Every queue the storage owns; docs/concurrency/storage.md is checked against it. */
@Singleton
class StorageChannels {

    /** All exist from the start, for the meters and the topology. */
    void declare(
            @Observes StartupEvent event,
            LanedChannel<ObjectJob> work,
            BoundedChannel<StreamJob> streams,
            BoundedChannel<RepairJob> repair,
            Broadcast<ObjectEvent> events) {}

    @Produces
    @Singleton
    LanedChannel<ObjectJob> work(ChannelRegistry channels, StorageConfig config) {
        return channels.laned("work", config.channels().work(), 2, "HTTP", "GET pool, PUT pool (a lane each)");
    }

    @Produces
    @Singleton
    BoundedChannel<StreamJob> streams(ChannelRegistry channels, StorageConfig config) {
        return channels.bounded("streams", config.channels().streams(), "GET pool, clients with room", "StreamPool");
    }

    @Produces
    @Singleton
    BoundedChannel<RepairJob> repair(ChannelRegistry channels, StorageConfig config) {
        return channels.bounded("repair", config.channels().repair(), "RepairTick, StoreMetrics", "RepairPool");
    }

    @Produces
    @Singleton
    BoundedChannel<UpkeepJob> upkeep(ChannelRegistry channels, StorageConfig config) {
        return channels.bounded("upkeep", config.channels().upkeep(), "UpkeepTicks", "UpkeepPool");
    }

    @Produces
    @Singleton
    Broadcast<ObjectEvent> events(ChannelRegistry channels, StorageConfig config) {
        return channels.broadcast("events", config.channels().events(), "all", "audit log, meters");
    }
}
