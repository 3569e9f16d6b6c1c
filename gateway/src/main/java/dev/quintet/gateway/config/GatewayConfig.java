package dev.quintet.gateway.config;

import dev.quintet.shared.config.Bounds;
import dev.quintet.shared.config.Danger;
import dev.quintet.shared.config.Danger.Looser;
import dev.quintet.shared.config.Hot;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Everything an operator may change in the gateway. */
@RegisterForReflection // The start-up checks read the keys from its methods, in a native image too.
@ConfigMapping(prefix = "quintet.gateway")
public interface GatewayConfig {

    /** The queues between its tasks. */
    Channels channels();

    /** Requests forwarded at the same time by one dispatcher each; unset means one per core, at most 8. */
    @Bounds(min = "1", max = "64")
    Optional<Integer> workers();

    /** Fair shares between tenants. */
    Drr drr();

    /** Calls to the services behind. */
    Upstream upstream();

    /** Counting who used and who provided what. */
    Metering metering();

    /** The queues between its tasks. */
    interface Channels {
        /** Requests admitted and not yet ordered; past this 429 BUSY. */
        @WithDefault("512")
        @Bounds(min = "1", max = "65536")
        int work();

        /** Requests ordered and not yet forwarded; past this the oldest of the most over-served tenant gets 503 BUSY. */
        @WithDefault("512")
        @Bounds(min = "1", max = "65536")
        int sched();

        /** Events a subscriber may lag behind; past this it loses the oldest, counted. */
        @WithDefault("1024")
        @Bounds(min = "1", max = "65536")
        int events();

        /** Samples due and not yet taken; past this the ticker waits. */
        @WithDefault("64")
        @Bounds(min = "1", max = "1024")
        int metricsTick();
    }

    /** Fair shares between tenants. */
    @Hot
    interface Drr {
        /** Requests per second of one tenant; past it 429 QUOTA. */
        @WithDefault("1000")
        @Bounds(min = "1", max = "1000000")
        @Danger(looser = Looser.HIGHER)
        int rateLimitRps();

        /** Requests a tenant may send at once after a pause; past it 429 QUOTA. */
        @WithDefault("2000")
        @Bounds(min = "1", max = "1000000")
        @Danger(looser = Looser.HIGHER)
        int rateLimitBurst();

        /** Cost units a tenant gains per round; a higher one means longer turns for everybody. */
        @WithDefault("16")
        @Bounds(min = "1", max = "65536")
        int defaultQuantum();

        /** Cost units per round of single tenants, instead of the default: a larger share of a busy gateway. */
        @Bounds(min = "1", max = "65536")
        Map<String, Integer> tenantQuanta();
    }

    /** Calls to the services behind. */
    @Hot
    interface Upstream {
        /** Time to connect; past it 503 UPSTREAM_UNAVAILABLE. */
        @WithDefault("1s")
        @Bounds(min = "10ms", max = "5s")
        Duration connectTimeout();

        /** Attempts in all for an idempotent request of which the client has seen no byte yet. */
        @WithDefault("3")
        @Bounds(min = "1", max = "10")
        int tries();

        /** Shortest wait before a new attempt. */
        @WithDefault("50ms")
        @Bounds(min = "1ms", max = "2s")
        Duration delayMin();

        /** Longest wait before the first new attempt; the wait is drawn between the two and doubles. */
        @WithDefault("100ms")
        @Bounds(min = "1ms", max = "2s")
        Duration delayMax();

        /** Cap of the doubling wait. */
        @WithDefault("2s")
        @Bounds(min = "1ms", max = "5s")
        Duration cap();
    }

    /** Counting who used and who provided what. */
    @Hot
    interface Metering {
        /** Time between two seals of the counts; a crash loses at most what was counted since the last. */
        @WithDefault("1h")
        @Bounds(min = "1s", max = "24h")
        Duration epoch();
    }
}
