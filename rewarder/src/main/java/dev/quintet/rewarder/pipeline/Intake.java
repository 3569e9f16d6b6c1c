package dev.quintet.rewarder.pipeline;

import dev.quintet.rewarder.domain.run.Run;
import dev.quintet.rewarder.domain.run.Stage;
import dev.quintet.rewarder.store.RunEvent;
import dev.quintet.rewarder.store.Store;
import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.flow.BoundedChannel;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The door: admits requests or refuses them at once, and knows the runs. */
@ApplicationScoped
public class Intake {
    private final BoundedChannel<RunRequest> requests;
    private final Store store;
    private final Desk desk;
    private final ResumeTick resume;
    private final RewarderMetrics metrics;

    Intake(BoundedChannel<RunRequest> requests, Store store, Desk desk, ResumeTick resume, RewarderMetrics metrics) {
        this.requests = requests;
        this.store = store;
        this.desk = desk;
        this.resume = resume;
        this.metrics = metrics;
    }

    /** What became of the request, once that is durable. */
    public CompletableFuture<RunRequest.Reply> submit(String epoch, RunRequest.Ask ask, Deadline deadline) {
        var request = new RunRequest(epoch, ask, deadline, new CompletableFuture<>());
        switch (requests.offer(request)) {
            case ACCEPTED -> {}
            case FULL -> {
                metrics.busy("compute");
                throw new ServiceException(CommonError.BUSY, "work queue is full");
            }
            case CLOSED -> throw new ServiceException(CommonError.DRAINING, "the rewarder is shutting down");
        }
        return request.answer();
    }

    public CompletableFuture<Void> whenComputed(String epoch) {
        return desk.whenComputed(epoch);
    }

    public Optional<Run> find(String epoch) {
        return store.runs().find(epoch);
    }

    public List<Run> page(String after, int limit) {
        return store.runs().page(after, limit);
    }

    /** Lets a settlement go on now, with another chance for what was refused. */
    public void settle(Run run) throws InterruptedException {
        if (!(run.stage() instanceof Stage.Computed(Stage.Result _, boolean done)) || done) {
            return;
        }
        int[] failed = run.settlement().orElseThrow().failed();
        if (failed.length > 0) {
            store.runs().append(new RunEvent.Recalled(run.epoch(), failed));
        }
        desk.resume(run.epoch());
        resume.settle(run);
    }
}
