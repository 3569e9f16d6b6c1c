package dev.quintet.rewarder.pipeline;

import dev.quintet.rewarder.domain.run.Quarantine;
import dev.quintet.rewarder.domain.run.QuarantineException;
import dev.quintet.rewarder.store.RunEvent;
import dev.quintet.rewarder.store.Store;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.shared.flow.Offer;
import dev.quintet.shared.lifecycle.Supervisor;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;

/**
 * The workers. A dispatcher takes jobs from {@code work} and hands each to a worker that is free; each worker is a supervised task of its
 * own, so that one that dies is restarted with backoff and counted while the others go on. The job it died over goes to another one
 * once.
 */
@ApplicationScoped
class ComputePool {
    private static final Logger LOG = Logger.getLogger(ComputePool.class);
    private static final int ATTEMPTS_MAX = 2;

    private final Stages stages;
    private final Calculation calculation;
    private final Store store;
    private final Desk desk;
    private final RewarderMetrics metrics;
    private final SynchronousQueue<Hand> hands = new SynchronousQueue<>();
    private final AtomicInteger alive = new AtomicInteger();

    /** The channels around the workers. */
    record Stages(
            BoundedChannel<ComputeJob> work,
            BoundedChannel<RunResult> results,
            BoundedChannel<SettlementOrder> intents,
            Broadcast<EpochEvent> events) {}

    /** What a worker is given: a job, or word that there are no more. */
    private sealed interface Hand {
        record Job(ComputeJob job, CompletableFuture<Void> done) implements Hand {}

        record NoMore() implements Hand {}
    }

    ComputePool(Stages stages, Calculation calculation, Store store, Desk desk, RewarderMetrics metrics) {
        this.stages = stages;
        this.calculation = calculation;
        this.store = store;
        this.desk = desk;
        this.metrics = metrics;
        stages.work().onAbort(job -> {
            job.dry().completeExceptionally(new ServiceException(CommonError.DRAINING, "aborted by the shutdown"));
            desk.computed(job.order().epoch());
        });
    }

    /** Starts dispatcher and workers; when {@code work} has ended, and every worker with it, closes what is behind them. */
    void start(Supervisor supervisor, int workers) {
        alive.set(workers);
        supervisor.run(
                "dispatcher",
                "dispatcher",
                () -> stages.work()
                        .consume(workers, HandlerThreads.named("dispatch"), this::dispatch)
                        .onItem()
                        .transformToUni(nothing -> dismiss(workers)));
        for (int i = 1; i <= workers; i++) {
            var threads = HandlerThreads.named("compute-" + i);
            supervisor.run(
                    "compute_" + i,
                    "compute",
                    () -> Uni.createFrom()
                            .<Void>item(() -> {
                                serve();
                                return null;
                            })
                            .runSubscriptionOn(threads)
                            .onItem()
                            .invoke(this::left));
        }
    }

    private void dispatch(ComputeJob job) throws InterruptedException {
        var current = job;
        while (true) {
            var done = new CompletableFuture<Void>();
            hands.put(new Hand.Job(current, done));
            try {
                done.get();
                return;
            } catch (ExecutionException e) {
                current = current.again();
                if (current.attempts() >= ATTEMPTS_MAX) {
                    fail(current, "INTERNAL", "workers failed over this run");
                    return;
                }
            }
        }
    }

    private Uni<Void> dismiss(int workers) {
        return Uni.createFrom()
                .<Void>item(() -> {
                    try {
                        for (int i = 0; i < workers; i++) {
                            hands.put(new Hand.NoMore());
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return null;
                })
                .runSubscriptionOn(HandlerThreads.named("dismiss"));
    }

    private void left() {
        if (alive.decrementAndGet() == 0) {
            stages.results().close();
            stages.intents().close();
        }
    }

    private void serve() {
        try {
            while (hands.take() instanceof Hand.Job(ComputeJob job, CompletableFuture<Void> done)) {
                try {
                    work(job);
                    done.complete(null);
                } catch (RuntimeException | InterruptedException | Error e) {
                    // An error too, or its dispatcher would wait for ever.
                    done.completeExceptionally(e);
                    throw e;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void work(ComputeJob job) throws InterruptedException {
        long began = System.nanoTime();
        try {
            if (job.isDry()) {
                job.dry().complete(dry(job));
                metrics.dry();
                return;
            }
            store.runs().computing(job.order().epoch());
            tell(job, "computing");
            var computation = calculation.compute(job);
            metrics.computed(Duration.ofNanos(System.nanoTime() - began));
            deliver(job, computation);
        } catch (QuarantineException e) {
            quarantine(job, e.quarantine());
        } catch (RunFailure e) {
            fail(job, e.code(), String.valueOf(e.getMessage()));
        } catch (IOException e) {
            fail(job, "INTERNAL", "the payouts cannot be written");
        }
    }

    private byte[] dry(ComputeJob job) throws QuarantineException, RunFailure, InterruptedException, IOException {
        var computation = calculation.compute(job);
        return computation
                .manifest(job.order(), computation.write(OutputStream.nullOutputStream()))
                .bytes();
    }

    /** Waits until the result is durable, and only then lets anybody pay. */
    private void deliver(ComputeJob job, Computation computation) throws InterruptedException {
        String epoch = job.order().epoch();
        var durable = new CompletableFuture<Void>();
        var result = new RunResult(job.order(), computation, durable);
        if (stages.results().sendBlocking(result, job.deadline()) != Offer.ACCEPTED) {
            metrics.droppedResult();
            fail(job, "TIMEOUT", "no room for the result");
            return;
        }
        try {
            durable.get();
        } catch (ExecutionException e) {
            fail(job, "INTERNAL", "the result cannot be kept");
            return;
        }
        desk.computed(epoch);
        if (!desk.settle(epoch)) {
            return;
        }
        var offer = stages.intents().sendBlocking(new SettlementOrder(epoch), job.deadline());
        // Quarantined before the desk lets go: between the two, a tick could hand the run to the emitter.
        if (offer == Offer.FULL) {
            quarantine(job, new Quarantine(Quarantine.Reason.INTENTS, "no room for the settlement in time", 0, ""));
        }
        if (offer != Offer.ACCEPTED) {
            desk.settled(epoch);
        }
    }

    private void quarantine(ComputeJob job, Quarantine cause) throws InterruptedException {
        metrics.quarantined();
        LOG.warnf("epoch %s is quarantined: %s, %s", job.order().epoch(), cause.reason(), cause.detail());
        if (job.isDry()) {
            job.dry()
                    .completeExceptionally(new ServiceException(
                            RewarderError.QUARANTINED,
                            "the run would be quarantined: " + cause.detail(),
                            Map.of("reason", cause.reason().wire(), "line", cause.line(), "account", cause.account())));
            return;
        }
        store.runs().append(new RunEvent.Quarantined(job.order().epoch(), cause));
        desk.computed(job.order().epoch());
        tell(job, "quarantined");
    }

    private void fail(ComputeJob job, String code, String detail) throws InterruptedException {
        metrics.failed();
        LOG.warnf("the run of epoch %s failed: %s, %s", job.order().epoch(), code, detail);
        if (job.isDry()) {
            job.dry()
                    .completeExceptionally(
                            new ServiceException(RewarderError.RUN_FAILED, detail, Map.of("reason", code)));
            return;
        }
        store.runs().append(new RunEvent.Failed(job.order().epoch(), code, detail));
        desk.computed(job.order().epoch());
        tell(job, "failed");
    }

    private void tell(ComputeJob job, String status) {
        stages.events().publish(new EpochEvent(job.order().epoch(), status));
    }
}
