package dev.quintet.storage.config;

import dev.quintet.shared.config.Bounds;
import dev.quintet.shared.config.Hot;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;

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

    /** Where the registry answers; without it the last good placement stays. */
    @WithDefault("http://127.0.0.1:8081")
    String registryUrl();

    /** The disks and what is on them. */
    Volumes volumes();

    /** Looking for damage before anybody reads it. */
    Scrub scrub();

    /** Giving back the space of what was deleted. */
    Compaction compaction();

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

        /** Scrub, collection and expiry waiting for their worker; past this the next tick asks again. */
        @WithDefault("8")
        @Bounds(min = "1", max = "64")
        int upkeep();

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
        @Bounds(min = "1M", max = "10G")
        MemorySize rate();

        /** How often everything is counted even if nothing happened; a loss that went unnoticed lasts this long. */
        @WithDefault("60s")
        @Bounds(min = "1s", max = "24h")
        Duration every();
    }

    /** Looking for damage before anybody reads it. */
    @Hot
    interface Scrub {
        /** Bytes per second that are verified; more finds damage sooner and takes more from the disks. */
        @WithDefault("8M")
        @Bounds(min = "1M", max = "10G")
        MemorySize rate();
    }

    /** Giving back the space of what was deleted. */
    @Hot
    interface Compaction {
        /** Bytes per second that are copied to give space back; less leaves dead bytes on the disks for longer. */
        @WithDefault("32M")
        @Bounds(min = "1M", max = "10G")
        MemorySize rate();

        /** Percent of a pack that must be dead before the rest is copied; more wastes space, less wastes writes. */
        @WithDefault("30")
        @Bounds(min = "1", max = "99")
        int deadPercent();
    }

    /** The disks and what is on them. */
    interface Volumes {
        /** Directories, one per disk, relative to the data folder or absolute; a name must not change its place. */
        @WithDefault("v1,v2,v3")
        List<String> paths();

        /** Where a pack is sealed and the next begun; larger means fewer files and longer compactions. */
        @WithDefault("64M")
        @Bounds(min = "64K", max = "64M")
        MemorySize packSize();

        /** Kept free on each disk for deletions and compaction; below it writes are refused, reads go on. */
        @WithDefault("64M")
        @Bounds(min = "0", max = "1T")
        MemorySize reserve();

        /** Bytes waiting for one disk; past it writes are refused as busy. */
        @WithDefault("64M")
        @Bounds(min = "4M", max = "1G")
        MemorySize queue();

        /** Size of each volume when everything is kept in memory; past it writes are refused as on a full disk. */
        @WithDefault("256M")
        @Bounds(min = "1M", max = "64G")
        MemorySize memory();
    }

    /** Where copies go. */
    @Hot
    interface Placement {
        /** Time for one call to the registry; past it the last good placement stays. */
        @WithDefault("1s")
        @Bounds(min = "10ms", max = "1s")
        Duration timeout();

        /** rf=N copies or ec=K+M shards of new objects, unless the registry says otherwise; stored ones keep theirs. */
        @WithDefault("rf=2")
        String durability();

        /** Whether to follow the registry's placement descriptors; without them the configured durability holds. */
        @WithDefault("false")
        boolean watch();

        /** How often the registry is asked even if its events tell nothing new. */
        @WithDefault("30s")
        @Bounds(min = "1s", max = "1h")
        Duration refresh();
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
