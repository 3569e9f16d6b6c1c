package dev.quintet.wallet.pipeline;

import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.shared.lifecycle.Drain;
import dev.quintet.shared.lifecycle.Supervisor;
import dev.quintet.wallet.store.EmbeddedLedger;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/** Starts the wallet's tasks in order of travel, and closes the ledger behind the last of them. */
@ApplicationScoped
class WalletTasks {
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Supervisor supervisor;
    private final Drain drain;
    private final BoundedChannel<CommitJob> work;
    private final BoundedChannel<EmbeddedLedger.Group> groups;
    private final EmbeddedLedger ledger;

    WalletTasks(
            Supervisor supervisor,
            Drain drain,
            BoundedChannel<CommitJob> work,
            BoundedChannel<EmbeddedLedger.Group> groups,
            EmbeddedLedger ledger) {
        this.supervisor = supervisor;
        this.drain = drain;
        this.work = work;
        this.groups = groups;
        this.ledger = ledger;
    }

    void start(
            @Observes StartupEvent event,
            Committer committer,
            BalanceInvalidator invalidator,
            AuditLog audit,
            LedgerHealth health) {
        drain.intake(work);
        supervisor.run(
                "committer",
                "committer",
                () -> committer.run(HandlerThreads.named("committer")).onItem().invoke(groups::close));
        supervisor.run(
                "ledger_writer",
                "writer",
                () -> groups.consume(1, HandlerThreads.named("ledger-writer"), ledger::write));
        supervisor.runUntilDrain("balance_invalidator", "invalidator", invalidator::run);
        supervisor.runUntilDrain("audit_log", "audit", audit::run);
        supervisor.runUntilDrain(
                "stall_watch",
                "ticker",
                () -> Multi.createFrom()
                        .ticks()
                        .every(LOOK)
                        .onItem()
                        .invoke(health::check)
                        .onItem()
                        .ignoreAsUni());
    }

    /** After the drain: nobody writes any more. */
    void stop(@Observes @Priority(5_000) ShutdownEvent event) {
        ledger.close();
    }
}
