package dev.quintet.gateway.config;

import dev.quintet.shared.config.Bounds;
import dev.quintet.shared.config.Danger;
import dev.quintet.shared.config.Danger.Looser;
import dev.quintet.shared.config.Hot;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Everything an operator may change in the gateway. */
@RegisterForReflection // The start-up checks read the keys from its methods, in a native image too.
@ConfigMapping(prefix = "quintet.gateway")
public interface GatewayConfig {

    /** The queues between its tasks. */
    Channels channels();

    /** Where the registry listens, one or more {@code http://host:port}; unreachable ones cost 503 UPSTREAM_UNAVAILABLE. */
    @WithDefault("http://127.0.0.1:8081")
    List<String> registryUrl();

    /** Where storage listens, one or more {@code http://host:port}; the less loaded of two healthy ones is asked. */
    @WithDefault("http://127.0.0.1:8082")
    List<String> storageUrl();

    /** Where the wallet listens, one or more {@code http://host:port}; the less loaded of two healthy ones is asked. */
    @WithDefault("http://127.0.0.1:8083")
    List<String> walletUrl();

    /** Where the rewarder listens, one or more {@code http://host:port}; the less loaded of two healthy ones is asked. */
    @WithDefault("http://127.0.0.1:8084")
    List<String> rewarderUrl();

    /**
     * Which paths go where: {@code prefix=upstream}, then any of {@code ;cost=N}, {@code ;token}, {@code ;methods=GET|HEAD};
     * anything else is 404. The registry's descriptors override these by prefix.
     */
    @WithDefault("/o=storage,/uploads=storage,/registry=registry,/v1=wallet,/rewarder=rewarder")
    List<String> routes();

    /** Addresses of proxies whose Forwarded and X-Forwarded-* headers are believed, with commas; all others' are dropped. */
    Optional<String> trustedProxies();

    /** Event loops that accept and forward; unset means one per core, at most 8. */
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
        /** Ceiling of the requests that one service is given at the same time; the adaptive limit stays below, the rest queue. */
        @WithDefault("256")
        @Bounds(min = "1", max = "4096")
        @Danger(looser = Looser.HIGHER)
        int inflightMax();

        /** What is added to a service's port to find its admin port, where readiness is asked; a wrong one reads as not ready. */
        @WithDefault("1000")
        @Bounds(min = "-65535", max = "65535")
        int adminPortOffset();

        /** Time between two looks at a service's readiness; a longer one notices later. */
        @WithDefault("1s")
        @Bounds(min = "100ms", max = "1m")
        Duration probeEvery();

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
        /** Length of an epoch; at its end the counts are sealed into storage. A crash loses the last second of counts at most. */
        @WithDefault("1h")
        @Bounds(min = "1s", max = "24h")
        Duration epoch();

        /** Minor units that the owners of one epoch share; written into its snapshot. */
        @WithDefault("1000000")
        @Bounds(min = "0", max = "340282366920938463463374607431768211455")
        BigInteger poolMinor();

        /** The asset that they are paid in; written into the snapshot. */
        @WithDefault("ron")
        String asset();
    }
}
