package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.client.ReadinessClient;
import dev.quintet.gateway.config.GatewayConfig;
import dev.quintet.gateway.domain.route.Upstreams.Address;
import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.lifecycle.Readiness;
import dev.quintet.shared.lifecycle.Scope;
import dev.quintet.shared.lifecycle.WhenDraining;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.Map;

/**
 * Looks whether the services behind take reads and writes, and says on the gateway's own readiness when one of them does
 * not take writes.
 */
@ApplicationScoped
class ReadinessProber {
    private record Seen(boolean reads, boolean writes) {}

    private final ReadinessClient client;
    private final HotConfig<GatewayConfig> config;
    private final AdmissionScheduler desk;
    private final Routes routes;
    private final Readiness readiness;
    private final Broadcast<GatewayEvent> events;
    private final Map<String, Boolean> writable = new HashMap<>(); // one tick at a time

    ReadinessProber(
            ReadinessClient client,
            HotConfig<GatewayConfig> config,
            AdmissionScheduler desk,
            Routes routes,
            Readiness readiness,
            Broadcast<GatewayEvent> events) {
        this.client = client;
        this.config = config;
        this.desk = desk;
        this.routes = routes;
        this.readiness = readiness;
        this.events = events;
    }

    @Scheduled(
            identity = "readiness-prober",
            every = "{quintet.gateway.upstream.probe-every:1s}",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = WhenDraining.class)
    @RunOnVirtualThread
    void tick() throws InterruptedException {
        Map<Address, Seen> seen = new HashMap<>();
        int offset = config.current().upstream().adminPortOffset();
        for (var upstream : routes.upstreams().byService().entrySet()) {
            if (!upstream.getKey().equals(Routes.SELF)) {
                boolean writes = false;
                for (Address address : upstream.getValue()) {
                    boolean taken = !client.refused(address, offset, "/readyz");
                    // Whoever takes writes takes reads: one question is enough while all is well.
                    seen.put(address, new Seen(taken || !client.refused(address, offset, "/readyz/read"), taken));
                    writes |= taken;
                }
                tell(upstream.getKey(), writes);
            }
        }
        desk.each(lane -> {
            for (int i = 0; i < lane.endpoints.size(); i++) {
                var news = seen.get(lane.endpoints.at(i).address());
                if (news != null) {
                    lane.endpoints.at(i).probed(news.reads(), news.writes());
                }
            }
        });
    }

    private void tell(String upstream, boolean writes) {
        Boolean before = writable.put(upstream, writes);
        if (before == null ? !writes : before != writes) {
            events.publish(new GatewayEvent.UpstreamChanged(upstream, writes));
        }
        String cause = "upstream_" + upstream;
        if (writes) {
            readiness.up(cause);
        } else {
            readiness.down(cause, Scope.WRITES);
        }
    }
}
