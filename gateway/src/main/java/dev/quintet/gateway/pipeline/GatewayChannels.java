package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.config.GatewayConfig;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.ChannelRegistry;
import dev.quintet.shared.lifecycle.Drain;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Every queue the gateway owns; docs/concurrency/gateway.md is checked against it. */
@Singleton
class GatewayChannels {

    /** All exist from the start, for the meters and the topology. Those that no stage closes, the drain closes. */
    void declare(
            @Observes StartupEvent event,
            Drain drain,
            ChannelRegistry channels,
            GatewayConfig config,
            AdmissionScheduler desk,
            BoundedChannel<MetricsTick> metricsTick) {
        DeskAssembly.declare(channels, config, desk);
        drain.intake(metricsTick);
    }

    @Produces
    @Singleton
    Broadcast<GatewayEvent> events(ChannelRegistry channels, GatewayConfig config) {
        return channels.broadcast("events", config.channels().events(), "all", "all");
    }

    @Produces
    @Singleton
    BoundedChannel<MetricsTick> metricsTick(ChannelRegistry channels, GatewayConfig config) {
        return channels.bounded("metrics_tick", config.channels().metricsTick(), "ticker", "sampler");
    }
}
