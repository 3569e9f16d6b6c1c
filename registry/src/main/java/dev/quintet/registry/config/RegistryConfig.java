package dev.quintet.registry.config;

import dev.quintet.shared.config.Bounds;
import dev.quintet.shared.config.Hot;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** Everything an operator may change in the registry. */
@RegisterForReflection // The start-up checks read the keys from its methods, in a native image too.
@ConfigMapping(prefix = "quintet.registry")
public interface RegistryConfig {

    /** The queues between its tasks. */
    Channels channels();

    /** The first commit of a new log. */
    Genesis genesis();

    /** The files of the log. */
    Log log();

    /** Proposals waiting for their quorum. */
    Proposals proposals();

    /** Signed statements about the log. */
    Checkpoint checkpoint();

    /** How much of the log is kept. */
    Retention retention();

    /** Repeating what the disk or a remote store refused. */
    Retry retry();

    /** The stream of updates. */
    Stream stream();

    /** The queues between its tasks. */
    interface Channels {
        /** Proposals accepted over HTTP and not yet with the committer; past this 429 BUSY. */
        @WithDefault("512")
        @Bounds(min = "1", max = "65536")
        int proposals();

        /** Approvals accepted over HTTP and not yet with the committer; past this 429 BUSY. */
        @WithDefault("512")
        @Bounds(min = "1", max = "65536")
        int approvals();

        /** Commits a subscriber may lag behind; past this it loses the oldest and must catch up from the log. */
        @WithDefault("1024")
        @Bounds(min = "1", max = "65536")
        int committed();

        /** Prunings waiting for the pruner; past this the cycle is skipped until the next interval. */
        @WithDefault("8")
        @Bounds(min = "1", max = "1024")
        int retentionCmd();
    }

    /** The first commit of a new log; without effect once there is one. */
    interface Genesis {
        /** Signatures it takes to commit; more than there are signers stops the start. */
        @WithDefault("2")
        @Bounds(min = "1", max = "256")
        int quorum();

        /**
         * The first signers, each a signer id, an equals sign and the base64 of its Ed25519 public key, with commas
         * between them; without any an empty log takes no writes and readiness says genesis.
         */
        Optional<String> signers();
    }

    /** The files of the log. */
    interface Log {
        /** Length of a segment file; retention frees the disk in these units. */
        @WithDefault("32M")
        @Bounds(min = "4M", max = "1G")
        MemorySize segment();
    }

    /** Proposals waiting for their quorum. */
    @Hot
    interface Proposals {
        /** How long a proposal stays open; past it approvals and commits answer 409 EXPIRED. */
        @WithDefault("72h")
        @Bounds(min = "1m", max = "30d")
        Duration ttl();

        /** Largest body of one descriptor; past it the proposal is refused with 400. */
        @WithDefault("64K")
        @Bounds(min = "1K", max = "64K")
        MemorySize descriptorMax();

        /** Proposals that may wait for their quorum at the same time; past this 429 BUSY. */
        @WithDefault("100000")
        @Bounds(min = "1", max = "1000000")
        int openMax();

        /** What the payloads of all waiting proposals may take up in memory; past this 429 BUSY. */
        @WithDefault("256M")
        @Bounds(min = "1M", max = "16G")
        MemorySize openBytesMax();
    }

    /** Signed statements about the log. */
    @Hot
    interface Checkpoint {
        /** Time between checkpoints; until the next one new commits cannot be pruned. */
        @WithDefault("10m")
        @Bounds(min = "1s", max = "24h")
        Duration every();

        /** The name that checkpoints are signed under, in the first commit of a new log; later the log's own counts. */
        @WithDefault("quintet/registry")
        String origin();
    }

    /** How much of the log is kept: what exceeds any of the three and is covered by a checkpoint may be pruned. */
    @Hot
    interface Retention {
        /** Age past which a commit may be pruned. */
        @WithDefault("30d")
        @Bounds(min = "1h", max = "3650d")
        Duration age();

        /** Commits past which the oldest may be pruned; unset means no limit. */
        @Bounds(min = "1", max = "9223372036854775807")
        Optional<Long> countMax();

        /** Bytes on disk past which the oldest may be pruned; unset means no limit. */
        @Bounds(min = "1M", max = "1024G")
        Optional<MemorySize> bytesMax();
    }

    /** Repeating what the disk or a remote store refused. */
    @Hot
    interface Retry {
        /** Attempts in all; after the last the commit answers 503 STORAGE_BUSY. */
        @WithDefault("3")
        @Bounds(min = "1", max = "10")
        int tries();

        /** Shortest wait before a new attempt. */
        @WithDefault("50ms")
        @Bounds(min = "1ms", max = "10s")
        Duration delayMin();

        /** Longest wait before the first new attempt; the wait is drawn between the two and doubles. */
        @WithDefault("100ms")
        @Bounds(min = "1ms", max = "10s")
        Duration delayMax();

        /** Cap of the doubling wait. */
        @WithDefault("2s")
        @Bounds(min = "1ms", max = "60s")
        Duration cap();
    }

    /** The stream of updates. */
    @Hot
    interface Stream {
        /** Silence after which a heartbeat is sent; a proxy with a shorter idle timeout would cut the stream. */
        @WithDefault("5s")
        @Bounds(min = "100ms", max = "60s")
        Duration heartbeat();

        /** Streams served at the same time; past this 429 BUSY. Each also counts as a request in flight. */
        @WithDefault("1000")
        @Bounds(min = "1", max = "16384")
        int subscribersMax();
    }
}
