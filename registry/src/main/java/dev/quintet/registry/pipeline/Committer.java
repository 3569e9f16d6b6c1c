package dev.quintet.registry.pipeline;

import dev.quintet.registry.domain.Command;
import dev.quintet.registry.domain.Outcome;
import dev.quintet.registry.domain.Update;
import dev.quintet.registry.store.EmbeddedRegistry;
import dev.quintet.registry.store.WriteGroup;
import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.Offer;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/**
 * Takes whatever has queued to the one writer in one group, and answers every job when it is durable. Proposals and
 * approvals come from channels of their own, so that neither can starve the other; the writer takes the groups of both
 * with one sync.
 */
@ApplicationScoped
class Committer {
    /** Longer than any drain: a writer that does not take a group in that time will not take it at all. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final BoundedChannel<ProposalJob> proposals;
    private final BoundedChannel<ApprovalJob> approvals;
    private final BoundedChannel<WriteGroup> writes;
    private final EmbeddedRegistry registry;
    private final RegistryMetrics metrics;
    private final StoreHealth health;

    Committer(
            BoundedChannel<ProposalJob> proposals,
            BoundedChannel<ApprovalJob> approvals,
            BoundedChannel<WriteGroup> writes,
            EmbeddedRegistry registry,
            RegistryMetrics metrics,
            StoreHealth health) {
        this.proposals = proposals;
        this.approvals = approvals;
        this.writes = writes;
        this.registry = registry;
        this.metrics = metrics;
        this.health = health;
        proposals.onAbort(Committer::aborted);
        approvals.onAbort(Committer::aborted);
    }

    /** Runs until {@code proposals} is closed and empty. */
    Uni<Void> takeProposals(Executor executor) {
        return proposals.consumeBatches(proposals.capacity(), executor, this::forward);
    }

    /** Runs until {@code approvals} is closed and empty. */
    Uni<Void> takeApprovals(Executor executor) {
        return approvals.consumeBatches(approvals.capacity(), executor, this::forward);
    }

    /** The single writer; runs until {@code writes} is closed and empty. */
    Uni<Void> write(Executor executor, Broadcast<Update> committed) {
        return writes.consumeBatches(writes.capacity(), executor, groups -> write(groups, committed));
    }

    private void write(List<WriteGroup> groups, Broadcast<Update> committed) {
        health.began();
        try {
            registry.write(groups, committed::publish);
        } finally {
            health.ended();
        }
    }

    private void forward(List<? extends Job> jobs) throws InterruptedException {
        var alive = new ArrayList<Job>(jobs.size());
        for (Job job : jobs) {
            if (job.deadline().expired()) {
                job.answer()
                        .completeExceptionally(
                                new ServiceException(CommonError.TIMEOUT, "the deadline passed in the queue"));
            } else {
                alive.add(job);
            }
        }
        if (alive.isEmpty()) {
            return;
        }
        long start = System.nanoTime();
        var group = WriteGroup.of(alive.stream().<Command>map(Job::command).toList());
        if (writes.sendBlocking(group, Deadline.after(PATIENCE)) != Offer.ACCEPTED) {
            alive.forEach(Committer::aborted);
            return;
        }
        answer(alive, group, start);
    }

    private void answer(List<Job> jobs, WriteGroup group, long start) {
        List<Outcome> outcomes;
        try {
            outcomes = group.answer().join();
        } catch (CompletionException _) {
            var failure = new ServiceException(CommonError.DEGRADED, "the log does not take writes");
            jobs.forEach(job -> job.answer().completeExceptionally(failure));
            return;
        }
        long nanos = System.nanoTime() - start;
        for (int i = 0; i < jobs.size(); i++) {
            var job = jobs.get(i);
            job.answer().complete(outcomes.get(i));
            metrics.answered(job.command(), outcomes.get(i), nanos);
        }
    }

    private static void aborted(Job job) {
        job.answer().completeExceptionally(new ServiceException(CommonError.DRAINING, "aborted by the shutdown"));
    }
}
