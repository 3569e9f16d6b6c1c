package dev.quintet.registry.pipeline;

import dev.quintet.registry.config.RegistryConfig;
import dev.quintet.registry.domain.Update;
import dev.quintet.registry.store.WriteGroup;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.ChannelRegistry;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Every queue the registry owns; docs/concurrency/registry.md is checked against it. */
class RegistryChannels {
    /** Groups before the writer: one of either intake, the checkpointer's, and the pruner's short turns. */
    private static final int GROUPS = 16;

    @Produces
    @Singleton
    BoundedChannel<ProposalJob> proposals(ChannelRegistry channels, RegistryConfig config) {
        return channels.bounded("proposals", config.channels().proposals(), "HTTP", "Committer");
    }

    @Produces
    @Singleton
    BoundedChannel<ApprovalJob> approvals(ChannelRegistry channels, RegistryConfig config) {
        return channels.bounded("approvals", config.channels().approvals(), "HTTP", "Committer");
    }

    @Produces
    @Singleton
    BoundedChannel<WriteGroup> writes(ChannelRegistry channels) {
        return channels.bounded("writes", GROUPS, "Committer, CheckpointTick, PruneTask", "EmbeddedRegistry");
    }

    @Produces
    @Singleton
    Broadcast<Update> committed(ChannelRegistry channels, RegistryConfig config) {
        return channels.broadcast("committed", config.channels().committed(), "EmbeddedRegistry", "CommitPublisher");
    }

    @Produces
    @Singleton
    BoundedChannel<RetentionJob> retentionCmd(ChannelRegistry channels, RegistryConfig config) {
        return channels.bounded("retention_cmd", config.channels().retentionCmd(), "CheckpointTick", "PruneTask");
    }
}
