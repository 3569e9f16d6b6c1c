package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.client.StorageClient;
import dev.quintet.gateway.config.GatewayConfig;
import dev.quintet.gateway.store.UsageStore;
import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.config.QuintetConfig;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.shared.journal.JournalException;
import dev.quintet.shared.lifecycle.Drain;
import dev.quintet.shared.lifecycle.Supervisor;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import org.jboss.logging.Logger;

/** Opens the usage book and runs its keeper and its sealer; the last counts are kept when the drain has ended. */
@ApplicationScoped
class UsageAssembly {
    private static final Logger LOG = Logger.getLogger(UsageAssembly.class);
    private static final int EXIT_FATAL = 70; // EX_SOFTWARE of sysexits.h

    @Produces
    @Singleton
    UsageKeeper keeper(
            UsageMeter meter,
            QuintetConfig quintet,
            HotConfig<GatewayConfig> config,
            BoundedChannel<SealJob> seal,
            Broadcast<GatewayEvent> events) {
        var directory = quintet.amnesia() ? null : quintet.dataDir().resolve("usage");
        var store = UsageStore.open(directory, UsageAssembly::fatal);
        return new UsageKeeper(
                meter, store, seal, () -> config.current().metering(), InstantSource.system(), events::publish);
    }

    void start(
            @Observes StartupEvent event,
            Supervisor supervisor,
            Drain drain,
            UsageKeeper keeper,
            StorageClient storage,
            BoundedChannel<UsageJob> usage,
            BoundedChannel<SealJob> seal) {
        drain.intake(usage);
        var sealer = new UsageSealer(storage, usage, keeper);
        supervisor.run(
                "meter",
                "meter",
                () -> usage.consume(1, HandlerThreads.named("meter"), keeper::handle)
                        .onItem()
                        .invoke(seal::close));
        supervisor.run("sealer", "sealer", () -> seal.consume(1, HandlerThreads.named("sealer"), sealer::seal));
    }

    /** After the drain: nobody counts any more. */
    void stop(@Observes @Priority(5_100) ShutdownEvent event, UsageKeeper keeper) {
        keeper.close();
    }

    /** What was counted can no longer be kept; a restart finds what was durable. */
    private static void fatal(JournalException failure) {
        LOG.fatal("the usage journal failed", failure);
        Quarkus.asyncExit(EXIT_FATAL);
    }
}
