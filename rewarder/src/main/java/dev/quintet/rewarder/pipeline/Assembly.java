package dev.quintet.rewarder.pipeline;

import dev.quintet.rewarder.config.RewarderConfig;
import dev.quintet.rewarder.store.Store;
import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.config.QuintetConfig;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.lifecycle.Lifecycle;
import dev.quintet.shared.lifecycle.Readiness;
import dev.quintet.shared.lifecycle.Scope;
import io.quarkus.runtime.Quarkus;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** How the parts without an annotation of their own are put together. */
class Assembly {
    private static final Logger LOG = Logger.getLogger(Assembly.class);
    private static final int EXIT_FATAL = 70; // EX_SOFTWARE of sysexits.h

    @Produces
    @Singleton
    Store store(QuintetConfig quintet, Readiness readiness) {
        return Store.open(quintet.amnesia() ? null : quintet.dataDir(), failure -> {
            // Only a restart knows what reached the disk.
            LOG.fatal("the run log failed, the process ends", failure);
            readiness.down("run_log", Scope.WRITES);
            Quarkus.asyncExit(EXIT_FATAL);
        });
    }

    @Produces
    @Singleton
    ComputePool.Stages stages(
            BoundedChannel<ComputeJob> work,
            BoundedChannel<RunResult> results,
            BoundedChannel<SettlementOrder> intents,
            Broadcast<EpochEvent> events) {
        return new ComputePool.Stages(work, results, intents, events);
    }

    @Produces
    @Singleton
    IntentEmitter.Surroundings surroundings(
            Desk desk, Lifecycle lifecycle, HotConfig<RewarderConfig> config, RewarderMetrics metrics) {
        return new IntentEmitter.Surroundings(desk, lifecycle, config, metrics);
    }
}
