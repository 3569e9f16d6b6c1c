package dev.quintet.rewarder.pipeline;

import dev.quintet.rewarder.config.RewarderConfig;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.ChannelRegistry;
import dev.quintet.shared.lifecycle.Drain;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Every queue the rewarder owns; docs/concurrency/rewarder.md is checked against it. */
@Singleton
class RewarderChannels {

    /** The intake, which the drain closes; each stage closes the channel behind it. */
    void declareIntake(@Observes StartupEvent event, Drain drain, BoundedChannel<RunRequest> workReq) {
        drain.intake(workReq);
    }

    /** All exist from the start, for the meters and the topology. */
    void declareStages(
            @Observes StartupEvent event,
            BoundedChannel<ComputeJob> work,
            BoundedChannel<RunResult> results,
            BoundedChannel<SettlementOrder> intents,
            Broadcast<EpochEvent> events) {}

    @Produces
    @Singleton
    BoundedChannel<RunRequest> workReq(ChannelRegistry channels, RewarderConfig config) {
        return channels.bounded("work_req", config.channels().workReq(), "HTTP", "EpochScheduler");
    }

    @Produces
    @Singleton
    BoundedChannel<ComputeJob> work(ChannelRegistry channels, RewarderConfig config) {
        return channels.bounded("work", config.channels().work(), "EpochScheduler", "ComputePool");
    }

    @Produces
    @Singleton
    BoundedChannel<RunResult> results(ChannelRegistry channels, RewarderConfig config) {
        return channels.bounded("results", config.channels().results(), "ComputePool", "ArtifactWriter");
    }

    @Produces
    @Singleton
    BoundedChannel<SettlementOrder> intents(ChannelRegistry channels, RewarderConfig config) {
        return channels.bounded("intents", config.channels().intents(), "ComputePool", "IntentEmitter");
    }

    @Produces
    @Singleton
    Broadcast<EpochEvent> events(ChannelRegistry channels, RewarderConfig config) {
        return channels.broadcast("events", config.channels().events(), "pipeline", "EventLog");
    }
}
