package dev.quintet.registry.pipeline;

import dev.quintet.registry.config.RegistryConfig;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.ChannelRegistry;
import dev.quintet.shared.lifecycle.Drain;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Every queue the registry owns; docs/concurrency/registry.md is checked against it. */
@Singleton
class RegistryChannels {

    /** All exist from the start, for the meters and the topology. Those that no stage closes, the drain closes. */
    void declare(
            @Observes StartupEvent event,
            Drain drain,
            BoundedChannel<ProposalJob> proposals,
            BoundedChannel<ApprovalJob> approvals,
            Broadcast<Committed> committed,
            BoundedChannel<RetentionJob> retentionCmd) {
        drain.intake(proposals);
        drain.intake(approvals);
        drain.intake(retentionCmd);
    }

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
    Broadcast<Committed> committed(ChannelRegistry channels, RegistryConfig config) {
        return channels.broadcast(
                "committed", config.channels().committed(), "Committer", "CommitPublisher, DeepVerifier, SSE");
    }

    @Produces
    @Singleton
    BoundedChannel<RetentionJob> retentionCmd(ChannelRegistry channels, RegistryConfig config) {
        return channels.bounded("retention_cmd", config.channels().retentionCmd(), "CheckpointTick", "RetentionTick");
    }
}
