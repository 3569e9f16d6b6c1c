package dev.quintet.storage.pipeline;

import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.shared.lifecycle.Drain;
import dev.quintet.shared.lifecycle.Supervisor;
import dev.quintet.storage.config.StorageConfig;
import dev.quintet.storage.pipeline.upkeep.UpkeepJob;
import dev.quintet.storage.pipeline.upkeep.UpkeepPool;
import dev.quintet.storage.store.EmbeddedStore;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** Starts what keeps the store whole, and closes the store behind everybody. */
@ApplicationScoped
class StoreTasks {
    private final Supervisor supervisor;
    private final Drain drain;
    private final EmbeddedStore store;
    private final StorageConfig config;

    StoreTasks(Supervisor supervisor, Drain drain, EmbeddedStore store, StorageConfig config) {
        this.supervisor = supervisor;
        this.drain = drain;
        this.store = store;
        this.config = config;
    }

    void start(
            @Observes StartupEvent event,
            BoundedChannel<RepairJob> repair,
            BoundedChannel<UpkeepJob> upkeep,
            RepairPool repairs,
            UpkeepPool upkeeps,
            AuditLog audit) {
        drain.intake(repair);
        drain.intake(upkeep);
        supervisor.run(
                "repair_pool",
                "repairer",
                () -> repair.consume(config.workers().repair(), HandlerThreads.named("repair"), repairs::handle));
        supervisor.run(
                "upkeep_pool", "upkeep", () -> upkeep.consume(1, HandlerThreads.named("upkeep"), upkeeps::handle));
        supervisor.runUntilDrain("audit_log", "audit", audit::run);
    }

    /** After the drain: nobody reads or writes any more. */
    void stop(@Observes @Priority(5_000) ShutdownEvent event) {
        store.close();
    }
}
