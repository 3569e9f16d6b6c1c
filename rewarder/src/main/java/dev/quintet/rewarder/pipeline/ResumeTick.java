package dev.quintet.rewarder.pipeline;

import dev.quintet.rewarder.domain.run.Run;
import dev.quintet.rewarder.domain.run.Stage;
import dev.quintet.rewarder.store.Store;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Offer;
import dev.quintet.shared.lifecycle.WhenDraining;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * Brings back what is durable and with nobody: runs that a restart found queued, and settlements that were interrupted or had to wait.
 * A full channel means another look at the next tick.
 */
@ApplicationScoped
class ResumeTick {
    private final Store store;
    private final Desk desk;
    private final EpochScheduler scheduler;
    private final BoundedChannel<ComputeJob> work;
    private final BoundedChannel<SettlementOrder> intents;

    ResumeTick(
            Store store,
            Desk desk,
            EpochScheduler scheduler,
            BoundedChannel<ComputeJob> work,
            BoundedChannel<SettlementOrder> intents) {
        this.store = store;
        this.desk = desk;
        this.scheduler = scheduler;
        this.work = work;
        this.intents = intents;
    }

    @Scheduled(
            identity = "resume",
            every = "1s",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = WhenDraining.class)
    void tick() {
        store.runs().all().forEach(this::look);
    }

    /** Offers a settlement to the emitter, unless it has it. */
    void settle(Run run) {
        boolean open = run.settlement()
                .map(settlement -> !settlement.progress().over())
                .orElse(false);
        boolean empty = run.result().map(result -> result.intents() == 0).orElse(false);
        if ((open
                        || empty
                        || run.progress().map(progress -> progress.complete()).orElse(false))
                && desk.settle(run.epoch())
                && intents.offer(new SettlementOrder(run.epoch())) != Offer.ACCEPTED) {
            desk.settled(run.epoch());
        }
    }

    private void look(Run run) {
        switch (run.stage()) {
            case Stage.Queued _ -> compute(run);
            case Stage.Computed(Stage.Result _, boolean done) -> {
                if (!done) {
                    settle(run);
                }
            }
            case Stage.Computing _, Stage.Quarantined _, Stage.Failed _ -> {}
        }
    }

    private void compute(Run run) {
        if (desk.compute(run.epoch())
                && work.offer(ComputeJob.real(run.order(), scheduler.deadline())) != Offer.ACCEPTED) {
            desk.computed(run.epoch());
        }
    }
}
