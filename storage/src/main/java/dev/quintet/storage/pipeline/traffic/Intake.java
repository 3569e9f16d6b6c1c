package dev.quintet.storage.pipeline.traffic;

import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.flow.LanedChannel;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** The door to the pools: admits a request to its lane or refuses it at once, never waits. */
@ApplicationScoped
public class Intake {
    private final LanedChannel<ObjectJob> work;
    private final TrafficMetrics metrics;

    Intake(LanedChannel<ObjectJob> work, TrafficMetrics metrics) {
        this.work = work;
        this.metrics = metrics;
    }

    /** The outcome of {@code work} in the GET pool. {@code endpoint} labels the refusal when the lane is full. */
    public <T> Uni<T> read(String endpoint, Deadline deadline, Callable<T> work) {
        return submit(RequestPools.READS, endpoint, deadline, work);
    }

    /** The outcome of {@code work} in the PUT pool. */
    public <T> Uni<T> write(String endpoint, Deadline deadline, Callable<T> work) {
        return submit(RequestPools.WRITES, endpoint, deadline, work);
    }

    private <T> Uni<T> submit(int lane, String endpoint, Deadline deadline, Callable<T> task) {
        var answer = new CompletableFuture<T>();
        switch (work.lane(lane).offer(ObjectJob.of(task, deadline, answer))) {
            case ACCEPTED -> {}
            case FULL -> {
                metrics.busy(endpoint);
                throw new ServiceException(CommonError.BUSY, "work queue is full");
            }
            case CLOSED -> throw new ServiceException(CommonError.DRAINING, "the storage is shutting down");
        }
        return Uni.createFrom().completionStage(answer);
    }
}
