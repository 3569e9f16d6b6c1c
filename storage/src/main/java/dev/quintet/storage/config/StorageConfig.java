package dev.quintet.storage.config;

import dev.quintet.shared.config.Bounds;
import dev.quintet.shared.config.Hot;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Everything an operator may change in storage. */
@RegisterForReflection // The start-up checks read the keys from its methods, in a native image too.
@ConfigMapping(prefix = "quintet.storage")
public interface StorageConfig {

    /** The queues between its tasks. */
    Channels channels();

    /** How many of each kind work at the same time. */
    Workers workers();

    /** Restoring lost copies. */
    Repair repair();

    /** Where copies go. */
    Placement placement();

    /** The queues between its tasks. */
    interface Channels {
        /** Reads and writes accepted over HTTP and not yet in a pool; past this 429 BUSY. */
        @WithDefault("512")
        @Bounds(min = "1", max = "65536")
        int work();

        /** Repairs planned and not yet running; past this those that are not urgent wait for the next plan. */
        @WithDefault("256")
        @Bounds(min = "1", max = "65536")
        int repair();

        /** Events the audit log may lag behind; past this it loses the oldest, counted. */
        @WithDefault("1024")
        @Bounds(min = "1", max = "65536")
        int events();
    }

    /** How many of each kind work at the same time. */
    interface Workers {
        /** Reads served at the same time; the rest waits in the queue. */
        @WithDefault("64")
        @Bounds(min = "1", max = "1024")
        int get();

        /** Writes served at the same time; the rest waits in the queue. */
        @WithDefault("32")
        @Bounds(min = "1", max = "1024")
        int put();

        /** Repairs running at the same time, all within the one byte rate. */
        @WithDefault("2")
        @Bounds(min = "1", max = "64")
        int repair();
    }

    /** Restoring lost copies. */
    @Hot
    interface Repair {
        /** Bytes per second all repairs together may move; past it they wait, seen in repair_wait_seconds. */
        @WithDefault("50M")
        @Bounds(min = "64K", max = "10G")
        MemorySize rate();
    }

    /** Where copies go. */
    @Hot
    interface Placement {
        /** Time for one call to the registry; past it the last good placement stays. */
        @WithDefault("1s")
        @Bounds(min = "10ms", max = "1s")
        Duration timeout();
    }
}
