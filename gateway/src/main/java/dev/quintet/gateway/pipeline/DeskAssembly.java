package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.config.GatewayConfig;
import dev.quintet.gateway.domain.drr.FairQueue;
import dev.quintet.gateway.domain.route.Upstreams;
import dev.quintet.gateway.domain.tenant.RateLimit;
import dev.quintet.gateway.domain.tenant.TenantTable;
import dev.quintet.gateway.domain.upstream.Endpoint;
import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.flow.ChannelDeclaration;
import dev.quintet.shared.flow.ChannelKind;
import dev.quintet.shared.flow.ChannelRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.subscription.Cancellable;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Builds the desk from the configuration, declares its queues, and gives it new limits after a reload. */
@ApplicationScoped
public class DeskAssembly {
    /** A tenant may use a quarter of the queue: four greedy ones fill it, one does not. */
    private static final int TENANT_SHARE = 4;

    private static final int RETRY_AFTER_MAX = 30;
    private static final TenantTable.Sizes SIZES = new TenantTable.Sizes(100_000, 256, 65_536);

    private @Nullable Cancellable changes;

    @Produces
    @Singleton
    AdmissionScheduler desk(HotConfig<GatewayConfig> hot, Routes routes) {
        return build(hot.current(), routes.upstreams());
    }

    public static AdmissionScheduler build(GatewayConfig config, Upstreams upstreams) {
        var names = new TreeSet<>(upstreams.names());
        var lanes = new Lane[names.size()];
        int index = 0;
        for (String name : names) {
            var endpoints = upstreams.byService().getOrDefault(name, List.of()).stream()
                    .map(Endpoint::new)
                    .toList();
            lanes[index] = new Lane(name, index, endpoints, config.upstream().inflightMax(), bounds(config));
            index++;
        }
        var queues = Arrays.stream(lanes).map(lane -> lane.queue).toArray(FairQueue[]::new);
        return new AdmissionScheduler(
                lanes, new TenantTable(queues, SIZES, settings(config), new SecureRandom().nextLong()));
    }

    void start(@Observes StartupEvent event, AdmissionScheduler desk, HotConfig<GatewayConfig> hot) {
        changes = hot.changes().subscribe().with(config -> apply(desk, config));
    }

    void stop(@Observes ShutdownEvent event) {
        if (changes != null) {
            changes.cancel();
        }
    }

    static void declare(ChannelRegistry channels, GatewayConfig config, AdmissionScheduler desk) {
        channels.own(
                new ChannelDeclaration(
                        "work",
                        ChannelKind.BOUNDED,
                        config.channels().work(),
                        "FrontHandler",
                        "AdmissionScheduler",
                        "a tenant's share is a quarter; past it 429 BUSY"),
                desk::waiting,
                desk::tenantFull);
        channels.own(
                new ChannelDeclaration(
                        "sched",
                        ChannelKind.EVICTING,
                        config.channels().sched(),
                        "AdmissionScheduler",
                        "Exchange",
                        "drop the oldest of the most over-served tenant, answer it 503 BUSY"),
                desk::waiting,
                desk::evicted);
    }

    private static void apply(AdmissionScheduler desk, GatewayConfig config) {
        desk.tenants(tenants -> tenants.settings(settings(config)));
        desk.each(lane -> {
            lane.limit.ceiling(config.upstream().inflightMax());
            lane.queue.settings(bounds(config));
        });
    }

    private static FairQueue.Settings bounds(GatewayConfig config) {
        int tenantMax = Math.max(1, config.channels().work() / TENANT_SHARE);
        return new FairQueue.Settings(config.channels().sched(), tenantMax, RETRY_AFTER_MAX);
    }

    private static TenantTable.Settings settings(GatewayConfig config) {
        var drr = config.drr();
        return new TenantTable.Settings(
                new RateLimit(drr.rateLimitRps(), drr.rateLimitBurst()), drr.defaultQuantum(), drr.tenantQuanta());
    }
}
