package dev.quintet.registry.pipeline;

import dev.quintet.registry.config.RegistryConfig;
import dev.quintet.shared.flow.ChannelRegistry;
import dev.quintet.shared.testkit.ChannelTable;
import dev.quintet.shared.testkit.MappingDefaults;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

/** docs/concurrency/registry.md lists every channel the registry declares, with the capacities of the specification. */
class ConcurrencyDocTest {

    @Test
    void theDocumentListsEveryChannel() {
        var registry = new ChannelRegistry(new SimpleMeterRegistry());
        var config = MappingDefaults.of(RegistryConfig.class);
        var channels = new RegistryChannels();

        channels.proposals(registry, config);
        channels.approvals(registry, config);
        channels.committed(registry, config);
        channels.retentionCmd(registry, config);

        ChannelTable.check("registry", registry.declarations());
    }
}
