package dev.quintet.registry.pipeline;

import dev.quintet.registry.domain.Update;
import dev.quintet.registry.store.EmbeddedRegistry;
import dev.quintet.registry.store.LogFiles;
import dev.quintet.registry.store.WriteGroup;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.shared.lifecycle.Drain;
import dev.quintet.shared.lifecycle.Supervisor;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Starts the registry's tasks in order of travel, and closes the log behind the last of them. */
@ApplicationScoped
class RegistryTasks {
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Supervisor supervisor;
    private final EmbeddedRegistry registry;
    private final BoundedChannel<WriteGroup> writes;
    /** Who still sends to the writer: both intakes and the pruner. The last one closes the channel behind it. */
    private final AtomicInteger senders = new AtomicInteger(3);

    RegistryTasks(Supervisor supervisor, EmbeddedRegistry registry, BoundedChannel<WriteGroup> writes) {
        this.supervisor = supervisor;
        this.registry = registry;
        this.writes = writes;
    }

    void intakes(
            @Observes @Priority(100) StartupEvent event,
            Drain drain,
            BoundedChannel<ProposalJob> proposals,
            BoundedChannel<ApprovalJob> approvals,
            BoundedChannel<RetentionJob> retention) {
        drain.intake(proposals);
        drain.intake(approvals);
        drain.intake(retention);
    }

    void start(
            @Observes @Priority(200) StartupEvent event,
            Committer committer,
            PruneTask pruner,
            Broadcast<Update> committed,
            StoreHealth health) {
        supervisor.run(
                "proposals", "committer", () -> last(committer.takeProposals(HandlerThreads.named("proposals"))));
        supervisor.run(
                "approvals", "committer", () -> last(committer.takeApprovals(HandlerThreads.named("approvals"))));
        supervisor.run("retention", "pruner", () -> last(pruner.run(HandlerThreads.named("retention"))));
        supervisor.run("committer", "writer", () -> committer.write(HandlerThreads.named("committer"), committed));
        supervisor.runUntilDrain("stall_watch", "ticker", () -> every(LOOK, health::check));
    }

    void readers(
            @Observes @Priority(300) StartupEvent event,
            CommitPublisher publisher,
            DeepVerifier verifier,
            UpdateFeed feed) {
        supervisor.runUntilDrain(
                "publisher", "publisher", () -> publisher.run().onTermination().invoke(feed::close));
        supervisor.runUntilDrain("heartbeat", "ticker", () -> every(LOOK, feed::tick));
        supervisor.runUntilDrain("deep_verifier", "verifier", verifier::run);
    }

    /** What operators see of the log; read when somebody asks. */
    void meters(@Observes @Priority(400) StartupEvent event, RegistryMetrics metrics, LogFiles files) {
        var state = registry.state();
        metrics.gauge("registry_pending_proposals", state.proposals()::open);
        metrics.gauge("registry_head_version", () -> state.view().head().version());
        metrics.gauge("registry_storage_bytes", files::bytes);
        metrics.gauge("registry_log_segments", files::segments);
        metrics.gauge(
                "registry_checkpoint_age_seconds",
                () -> state.checkpointUpTo(Long.MAX_VALUE)
                        .map(checkpoint -> Duration.between(checkpoint.at(), java.time.Instant.now())
                                .toSeconds())
                        .orElse(0L));
    }

    /** After the drain: nobody writes any more. */
    void stop(@Observes @Priority(5_000) ShutdownEvent event, Attestor attestor) {
        var view = registry.state().view();
        registry.close(attestor.head().filter(head -> head.size() > view.checkpoint()));
    }

    private Uni<Void> last(Uni<Void> sender) {
        return sender.onItem().invoke(() -> {
            if (senders.decrementAndGet() == 0) {
                writes.close();
            }
        });
    }

    private static Uni<Void> every(Duration interval, Runnable work) {
        return Multi.createFrom()
                .ticks()
                .every(interval)
                .onItem()
                .invoke(work)
                .onItem()
                .ignoreAsUni();
    }
}
