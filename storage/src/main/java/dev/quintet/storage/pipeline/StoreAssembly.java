package dev.quintet.storage.pipeline;

import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.config.QuintetConfig;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.storage.config.StorageConfig;
import dev.quintet.storage.domain.ObjectStore;
import dev.quintet.storage.domain.UploadStore;
import dev.quintet.storage.store.Collector;
import dev.quintet.storage.store.EmbeddedStore;
import dev.quintet.storage.store.Repairer;
import dev.quintet.storage.store.Scrubber;
import dev.quintet.storage.store.pace.Governor;
import dev.quintet.storage.store.pace.RepairBudget;
import dev.quintet.storage.store.pack.DiskFiles;
import dev.quintet.storage.store.pack.MemoryFiles;
import dev.quintet.storage.store.pack.Volume;
import dev.quintet.storage.store.pack.VolumeFiles;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which store the service runs on, and who works on it. */
class StoreAssembly {

    @Produces
    @Singleton
    @Typed(EmbeddedStore.class)
    EmbeddedStore embedded(QuintetConfig quintet, StorageConfig config, PlacementPolicy policy, StoreMetrics moments)
            throws IOException {
        var volumes = config.volumes();
        var settings = new Volume.Settings(
                volumes.packSize().asLongValue(),
                volumes.reserve().asLongValue(),
                volumes.queue().asLongValue(),
                HandlerThreads.named("volume"));
        return EmbeddedStore.open(
                places(quintet, volumes),
                new EmbeddedStore.Surroundings(policy, InstantSource.system(), moments, settings));
    }

    private static Map<String, VolumeFiles> places(QuintetConfig quintet, StorageConfig.Volumes volumes) {
        var places = new LinkedHashMap<String, VolumeFiles>();
        for (String path : volumes.paths()) {
            Path directory = quintet.dataDir().resolve(path.strip());
            String name = String.valueOf(directory.getFileName());
            var files = quintet.amnesia() ? new MemoryFiles(volumes.memory().asLongValue()) : new DiskFiles(directory);
            if (places.put(name, files) != null) {
                throw new IllegalArgumentException("two volumes are called " + name);
            }
        }
        return places;
    }

    @Produces
    @Singleton
    @Typed(ObjectStore.class)
    ObjectStore objects(EmbeddedStore store) {
        return store;
    }

    @Produces
    @Singleton
    @Typed(UploadStore.class)
    UploadStore uploads(EmbeddedStore store) {
        return store.uploads();
    }

    @Produces
    @Singleton
    Repairer repairer(EmbeddedStore store) {
        return store.repairer();
    }

    @Produces
    @Singleton
    Scrubber scrubber(EmbeddedStore store) {
        return store.scrubber();
    }

    @Produces
    @Singleton
    Collector collector(EmbeddedStore store) {
        return store.collector();
    }

    @Produces
    @Singleton
    Governor governor() {
        return new Governor();
    }

    @Produces
    @Singleton
    RepairBudget budget(HotConfig<StorageConfig> config, Governor governor, StoreMetrics metrics) {
        return new RepairBudget(
                System::nanoTime,
                () -> (long) (config.current().repair().rate().asLongValue() * governor.share()),
                metrics::repairWaited);
    }
}
