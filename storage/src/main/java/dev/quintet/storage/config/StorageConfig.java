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

    /** Objects that arrive in pieces. */
    Uploads uploads();

    /** The queues between its tasks. */
    interface Channels {
        /** Reads and writes accepted over HTTP and not yet in a pool, half of it for each; past this 429 BUSY. */
        @WithDefault("512")
        @Bounds(min = "2", max = "65536")
        int work();

        /** Large answers being sent at the same time, 256 KiB of memory each; past this 429 BUSY. */
        @WithDefault("256")
        @Bounds(min = "1", max = "65536")
        int streams();

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

        /** Large answers fetched for at the same time; the other clients with room wait their turn. */
        @WithDefault("32")
        @Bounds(min = "1", max = "1024")
        int stream();

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

    /** Objects that arrive in pieces. */
    @Hot
    interface Uploads {
        /** How long an upload is kept after its creation; past it it is ended and its space comes back. */
        @WithDefault("24h")
        @Bounds(min = "1s", max = "30d")
        Duration ttl();

        /** Largest object that may arrive in pieces; past it 413 BODY_CAP. */
        @WithDefault("16G")
        @Bounds(min = "1M", max = "1T")
        MemorySize sizeMax();
    }
}
