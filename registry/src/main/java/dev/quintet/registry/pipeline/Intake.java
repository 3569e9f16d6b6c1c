package dev.quintet.registry.pipeline;

import dev.quintet.registry.domain.Command;
import dev.quintet.registry.domain.Event;
import dev.quintet.registry.domain.Origin;
import dev.quintet.registry.domain.Outcome;
import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Offer;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;

/** The door to the committer: admits or refuses at once, never waits. */
@ApplicationScoped
public class Intake {
    private static final Duration AUDIT_PATIENCE = Duration.ofSeconds(30);

    private final BoundedChannel<ProposalJob> proposals;
    private final BoundedChannel<ApprovalJob> approvals;
    private final StoreHealth health;
    private final RegistryMetrics metrics;

    Intake(
            BoundedChannel<ProposalJob> proposals,
            BoundedChannel<ApprovalJob> approvals,
            StoreHealth health,
            RegistryMetrics metrics) {
        this.proposals = proposals;
        this.approvals = approvals;
        this.health = health;
        this.metrics = metrics;
    }

    /** Refuses when writes are not served; the first thing a mutation asks. */
    public void requireWritable() {
        health.requireWritable();
    }

    public Uni<Outcome> propose(Command.Propose command, Deadline deadline) {
        return proposal(command, deadline);
    }

    public Uni<Outcome> commit(Command.Commit command, Deadline deadline) {
        return proposal(command, deadline);
    }

    /** The approval's signature must be verified already. */
    public Uni<Outcome> approve(Command.Approve command, Deadline deadline) {
        var job = new ApprovalJob(command, deadline, new CompletableFuture<>());
        require(approvals.offer(job), command);
        return Uni.createFrom().completionStage(job.answer());
    }

    /**
     * Leaves an audit record of what was refused before it became a command. Nobody waits for it; when the queue is full
     * it is dropped and counted there.
     */
    public void audit(Origin origin, String what, String subject, String hash, ServiceException refusal) {
        var now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        var rejected = new Event.Rejected(
                now, origin, what, subject, hash, refusal.code().name(), refusal.detail());
        approvals.offer(new ApprovalJob(
                new Command.Note(rejected, origin), Deadline.after(AUDIT_PATIENCE), new CompletableFuture<>()));
    }

    private Uni<Outcome> proposal(Command command, Deadline deadline) {
        var job = new ProposalJob(command, deadline, new CompletableFuture<>());
        require(proposals.offer(job), command);
        return Uni.createFrom().completionStage(job.answer());
    }

    private void require(Offer offer, Command command) {
        switch (offer) {
            case ACCEPTED -> {}
            case FULL -> {
                metrics.busy(command.name());
                throw new ServiceException(CommonError.BUSY, "the queue of the committer is full");
            }
            case CLOSED -> throw new ServiceException(CommonError.DRAINING, "the registry is shutting down");
        }
    }
}
