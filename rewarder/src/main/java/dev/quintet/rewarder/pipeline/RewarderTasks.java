package dev.quintet.rewarder.pipeline;

import dev.quintet.rewarder.config.RewarderConfig;
import dev.quintet.rewarder.store.Store;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.shared.lifecycle.Supervisor;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** Starts the rewarder's tasks in order of travel, and closes the store behind the last of them. */
@ApplicationScoped
class RewarderTasks {
    private final Supervisor supervisor;
    private final Store store;
    private final BoundedChannel<ComputeJob> work;

    RewarderTasks(Supervisor supervisor, Store store, BoundedChannel<ComputeJob> work) {
        this.supervisor = supervisor;
        this.store = store;
        this.work = work;
    }

    void start(
            @Observes StartupEvent event,
            EpochScheduler scheduler,
            ComputePool pool,
            ArtifactWriter writer,
            IntentEmitter emitter,
            RewarderConfig config) {
        supervisor.run(
                "scheduler",
                "scheduler",
                () -> scheduler.run(HandlerThreads.named("scheduler")).onItem().invoke(work::close));
        pool.start(supervisor, config.compute().workers());
        supervisor.run("artifact_writer", "writer", () -> writer.run(HandlerThreads.named("artifact-writer")));
        supervisor.run("intent_emitter", "emitter", () -> emitter.run(HandlerThreads.named("intent-emitter")));
    }

    void watch(@Observes StartupEvent event, EventLog log) {
        supervisor.runUntilDrain("event_log", "audit", log::run);
    }

    /** After the drain: nobody writes any more. */
    void stop(@Observes @Priority(5_000) ShutdownEvent event) {
        store.close();
    }
}
