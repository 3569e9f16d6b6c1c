package dev.quintet.storage.pipeline;

import dev.quintet.shared.flow.ChannelRegistry;
import dev.quintet.shared.testkit.ChannelTable;
import dev.quintet.shared.testkit.MappingDefaults;
import dev.quintet.storage.config.StorageConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

/** docs/concurrency/storage.md lists every channel the storage declares, with the capacities of the specification. */
class ConcurrencyDocTest {

    @Test
    void theDocumentListsEveryChannel() {
        var registry = new ChannelRegistry(new SimpleMeterRegistry());
        var config = MappingDefaults.of(StorageConfig.class);
        var channels = new StorageChannels();

        channels.work(registry, config);
        channels.repair(registry, config);
        channels.events(registry, config);

        ChannelTable.check("storage", registry.declarations());
    }
}
