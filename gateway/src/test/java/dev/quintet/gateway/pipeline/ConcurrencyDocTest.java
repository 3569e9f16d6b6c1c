package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.config.GatewayConfig;
import dev.quintet.shared.flow.ChannelRegistry;
import dev.quintet.shared.testkit.ChannelTable;
import dev.quintet.shared.testkit.MappingDefaults;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

/** docs/concurrency/gateway.md lists every channel the gateway declares, with the capacities of the specification. */
class ConcurrencyDocTest {

    @Test
    void theDocumentListsEveryChannel() {
        var registry = new ChannelRegistry(new SimpleMeterRegistry());
        var config = MappingDefaults.of(GatewayConfig.class);
        var channels = new GatewayChannels();

        channels.work(registry, config);
        channels.sched(registry, config);
        channels.events(registry, config);
        channels.metricsTick(registry, config);

        ChannelTable.check("gateway", registry.declarations());
    }
}
