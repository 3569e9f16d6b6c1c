package dev.quintet.wallet.pipeline;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Broadcast;
import dev.quintet.wallet.client.LedgerCalls;
import dev.quintet.wallet.domain.Ledger.Result;
import dev.quintet.wallet.domain.LedgerUnavailable;
import dev.quintet.wallet.domain.ledger.Posting;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.jboss.logging.Logger;

/** Takes whatever has queued to the ledger in one call, answers every job, and tells the buses. */
@ApplicationScoped
class Committer {
    private static final Logger LOG = Logger.getLogger(Committer.class);

    /** Commands in one call, so that a queue full of large batches does not become one giant group. */
    private static final int COMMANDS_MAX = 20_000;

    private static final Duration BREAKER_PAUSE = Duration.ofSeconds(5);

    private final BoundedChannel<CommitJob> work;
    private final LedgerCalls ledger;
    private final Broadcast<Posting> events;
    private final Broadcast<LedgerChange> bus;
    private final LedgerHealth health;
    private final WalletMetrics metrics;

    Committer(
            BoundedChannel<CommitJob> work,
            LedgerCalls ledger,
            Broadcast<Posting> events,
            Broadcast<LedgerChange> bus,
            LedgerHealth health,
            WalletMetrics metrics) {
        this.work = work;
        this.ledger = ledger;
        this.events = events;
        this.bus = bus;
        this.health = health;
        this.metrics = metrics;
        work.onAbort(job -> job.answer()
                .completeExceptionally(new ServiceException(CommonError.DRAINING, "aborted by the shutdown")));
    }

    /** Runs until {@code work} is closed and empty. */
    Uni<Void> run(Executor executor) {
        return work.consumeBatches(work.capacity(), executor, this::commit);
    }

    void commit(List<CommitJob> jobs) {
        var group = new ArrayList<CommitJob>();
        int commands = 0;
        for (CommitJob job : jobs) {
            if (job.deadline().expired()) {
                fail(job, new ServiceException(CommonError.TIMEOUT, "the deadline passed in the queue"));
                continue;
            }
            group.add(job);
            commands += job.batch().commands().size();
            if (commands >= COMMANDS_MAX) {
                call(group);
                group.clear();
                commands = 0;
            }
        }
        if (!group.isEmpty()) {
            call(group);
        }
    }

    private void call(List<CommitJob> jobs) {
        metrics.working(jobs.size());
        health.began();
        try {
            var results = ledger.commit(jobs.stream().map(CommitJob::batch).toList())
                    .toCompletableFuture()
                    .join();
            health.succeeded();
            for (int i = 0; i < jobs.size(); i++) {
                answer(jobs.get(i), results.get(i));
            }
        } catch (RuntimeException e) {
            health.failed();
            var answer = explain(e);
            LOG.warnf("a ledger call for %d jobs failed: %s", jobs.size(), answer.getMessage());
            jobs.forEach(job -> fail(job, answer));
        } finally {
            metrics.working(0);
        }
    }

    private void answer(CommitJob job, List<Result> results) {
        job.answer().complete(results);
        for (Result result : results) {
            metrics.answered(result);
            result.posting().ifPresent(this::tell);
        }
    }

    private void tell(Posting posting) {
        events.publish(posting);
        if (!posting.from().isEmpty()) {
            bus.publish(new LedgerChange(posting.from(), posting.asset()));
        }
        if (!posting.to().isEmpty()) {
            bus.publish(new LedgerChange(posting.to(), posting.asset()));
        }
    }

    private static void fail(CommitJob job, RuntimeException answer) {
        job.answer().completeExceptionally(answer);
    }

    /** A {@link LedgerUnavailable} when the outcome is unknown; nothing was done when the breaker is open. */
    private static RuntimeException explain(RuntimeException failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof CircuitBreakerOpenException
                ? new ServiceException(
                        CommonError.UPSTREAM_UNAVAILABLE,
                        "the ledger failed too often and is left alone for a while",
                        Map.of(),
                        BREAKER_PAUSE)
                : new LedgerUnavailable("the ledger did not answer in time");
    }
}
