package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.domain.usage.Epoch;
import dev.quintet.gateway.domain.usage.Tally;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.flow.BoundedChannel;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Metering as an operator sees it. */
@ApplicationScoped
public class UsageDesk {
    private final BoundedChannel<UsageJob> usage;
    private final UsageKeeper keeper;

    UsageDesk(BoundedChannel<UsageJob> usage, UsageKeeper keeper) {
        this.usage = usage;
        this.keeper = keeper;
    }

    /** Ends the open epoch; sealed in the answer unless storage could not be reached, then it will be as soon as it can. */
    public Uni<Epoch> seal() {
        var answer = new CompletableFuture<Epoch>();
        switch (usage.offer(new UsageJob.End(answer))) {
            case ACCEPTED -> {}
            case FULL -> throw new ServiceException(CommonError.BUSY, "usage queue is full");
            case CLOSED -> throw new ServiceException(CommonError.DRAINING, "the gateway is shutting down");
        }
        return Uni.createFrom().completionStage(answer);
    }

    /** Oldest first, the open one last. */
    public List<Epoch> epochs() {
        return keeper.epochs();
    }

    /** Who used how much in the open epoch. */
    public List<Tally> tenants() {
        return keeper.tenants();
    }
}
