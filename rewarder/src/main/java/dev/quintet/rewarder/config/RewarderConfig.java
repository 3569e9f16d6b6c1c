package dev.quintet.rewarder.config;

import dev.quintet.shared.config.Bounds;
import dev.quintet.shared.config.Hot;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
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
    }
}
