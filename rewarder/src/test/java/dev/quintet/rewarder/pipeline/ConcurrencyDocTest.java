package dev.quintet.rewarder.pipeline;

import dev.quintet.rewarder.config.RewarderConfig;
import dev.quintet.shared.flow.ChannelRegistry;
import dev.quintet.shared.testkit.ChannelTable;
import dev.quintet.shared.testkit.MappingDefaults;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

/** docs/concurrency/rewarder.md lists every channel the rewarder declares, with the capacities of the specification. */
class ConcurrencyDocTest {

    @Test
    void theDocumentListsEveryChannel() {
        var registry = new ChannelRegistry(new SimpleMeterRegistry());
        var config = MappingDefaults.of(RewarderConfig.class);
        var channels = new RewarderChannels();

        channels.workReq(registry, config);
        channels.work(registry, config);
        channels.results(registry, config);
        channels.intents(registry, config);
        channels.events(registry, config);

        ChannelTable.check("rewarder", registry.declarations());
    }
}
