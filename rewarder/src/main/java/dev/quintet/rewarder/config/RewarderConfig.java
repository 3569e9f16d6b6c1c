package dev.quintet.rewarder.config;

import dev.quintet.shared.config.Bounds;
import dev.quintet.shared.config.Hot;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.time.Duration;

/** Everything an operator may change in the rewarder. */
@RegisterForReflection // The start-up checks read the keys from its methods, in a native image too.
@ConfigMapping(prefix = "quintet.rewarder")
public interface RewarderConfig {

    /** The queues between its tasks. */
    Channels channels();

    /** Turning an epoch's inputs into payouts. */
    Compute compute();

    /** Sending payouts to the wallet. */
    Settlement settlement();

    /** What a snapshot may cost. */
    Snapshot snapshot();

    /** Calls to storage, registry and wallet. */
    Upstream upstream();

    /** Where storage answers; unreachable means runs from addresses fail and artifacts wait to be published. */
    @WithDefault("http://127.0.0.1:8082")
    URI storageUrl();

    /** Where the registry answers; unreachable means 503 for new runs. */
    @WithDefault("http://127.0.0.1:8081")
    URI registryUrl();

    /** Where the wallet answers; unreachable means settlements wait in the outbox. */
    @WithDefault("http://127.0.0.1:8083")
    URI walletUrl();

    /** The queues between its tasks. */
    interface Channels {
        /** Runs asked for over HTTP and not yet scheduled; past this 429 BUSY. */
        @WithDefault("512")
        @Bounds(min = "1", max = "65536")
        int workReq();

        /** Epochs scheduled and not yet computing; past this one retry, then the run fails with an error. */
        @WithDefault("512")
        @Bounds(min = "1", max = "65536")
        int work();

        /** Runs computed and not yet on disk; past this workers wait. */
        @WithDefault("512")
        @Bounds(min = "1", max = "65536")
        int results();

        /** Payouts not yet with the emitter; past this workers wait, and a failure quarantines the epoch. */
        @WithDefault("512")
        @Bounds(min = "1", max = "65536")
        int intents();

        /** Events a subscriber may lag behind; past this it loses the oldest, counted. */
        @WithDefault("1024")
        @Bounds(min = "1", max = "65536")
        int events();
    }

    /** Turning an epoch's inputs into payouts. */
    interface Compute {
        /** Epochs computed at the same time; the rest waits in the queue. */
        @WithDefault("4")
        @Bounds(min = "1", max = "256")
        int workers();

        /** Threads one run may use; more make a large run faster and never change its result. */
        @WithDefault("2")
        @Bounds(min = "1", max = "64")
        int lanes();

        /** Length of an epoch; a run that takes longer than half of it is given up. */
        @WithDefault("1h")
        @Bounds(min = "1s", max = "30d")
        @Hot
        Duration epochDuration();

        /** Shortest wait before the one retry on a full queue. */
        @WithDefault("50ms")
        @Bounds(min = "1ms", max = "10s")
        @Hot
        Duration retryMin();

        /** Longest wait before the one retry on a full queue. */
        @WithDefault("150ms")
        @Bounds(min = "1ms", max = "10s")
        @Hot
        Duration retryMax();
    }

    /** Sending payouts to the wallet; after the last attempt they wait in the outbox. */
    @Hot
    interface Settlement {
        /** Attempts in all for one batch; after the last the breaker decides when to go on. */
        @WithDefault("3")
        @Bounds(min = "1", max = "10")
        int tries();

        /** Shortest wait before a new attempt. */
        @WithDefault("100ms")
        @Bounds(min = "1ms", max = "10s")
        Duration delayMin();

        /** Longest wait before a new attempt. */
        @WithDefault("250ms")
        @Bounds(min = "1ms", max = "10s")
        Duration delayMax();

        /** Payouts in one request to the wallet; more are sent in several. The wallet's body limit takes about 1,200. */
        @WithDefault("1000")
        @Bounds(min = "1", max = "1200")
        int batchMax();

        /** How long a settlement that cannot go on (wallet down, no funds) waits before it is tried again. */
        @WithDefault("2s")
        @Bounds(min = "50ms", max = "10m")
        Duration pause();
    }

    /** What a snapshot may cost; past any of these the epoch is quarantined. */
    @Hot
    interface Snapshot {
        /** Contributors of one epoch; each costs about 120 bytes of heap while the run is computed. */
        @WithDefault("1000000")
        @Bounds(min = "1", max = "20000000")
        int payeesMax();

        /** Bytes of a snapshot after decoding. */
        @WithDefault("512M")
        @Bounds(min = "1K", max = "16G")
        MemorySize decodedMax();

        /** Decoded bytes per compressed byte; sorted accounts compress better than request bodies do. */
        @WithDefault("100")
        @Bounds(min = "1", max = "1000")
        int ratioMax();
    }

    /** Calls to storage, registry and wallet; only what is idempotent is repeated. */
    interface Upstream {
        /** Time for one call; past it the attempt counts as failed and in io_timeouts_total. */
        @WithDefault("5s")
        @Bounds(min = "10ms", max = "60s")
        Duration timeout();

        /** Failures in a row that open the breaker. */
        @WithDefault("10")
        @Bounds(min = "1", max = "1000")
        int breakerFailures();

        /** How long the breaker stays open before it probes. */
        @WithDefault("2s")
        @Bounds(min = "100ms", max = "60s")
        Duration breakerOpen();
    }
}
