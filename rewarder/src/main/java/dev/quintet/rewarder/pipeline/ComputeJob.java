package dev.quintet.rewarder.pipeline;

import dev.quintet.rewarder.domain.run.Order;
import dev.quintet.shared.deadline.Deadline;
import java.util.concurrent.CompletableFuture;

/**
 * An order with sealed inputs, ready to be computed.
 *
 * @param dry where the manifest of a dry run goes; a real run's goes to the artifacts
 * @param attempts how many workers died over it
 */
public record ComputeJob(Order order, boolean isDry, CompletableFuture<byte[]> dry, Deadline deadline, int attempts) {

    static ComputeJob real(Order order, Deadline deadline) {
        return new ComputeJob(order, false, new CompletableFuture<>(), deadline, 0);
    }

    ComputeJob again() {
        return new ComputeJob(order, isDry, dry, deadline, attempts + 1);
    }
}
