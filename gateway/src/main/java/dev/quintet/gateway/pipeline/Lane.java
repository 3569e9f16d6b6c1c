package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.domain.drr.FairQueue;
import dev.quintet.gateway.domain.upstream.Breaker;
import dev.quintet.gateway.domain.upstream.Endpoint;
import dev.quintet.gateway.domain.upstream.Endpoints;
import dev.quintet.gateway.domain.upstream.InflightLimit;
import dev.quintet.gateway.domain.upstream.RetryBudget;
import dev.quintet.gateway.domain.upstream.Shedding;
import java.util.List;

/** Everything the gateway knows about one upstream. Guarded by the desk's lock. */
final class Lane {
    private static final long SECOND = 1_000_000_000L;
    private static final int RETRIES_IN_RESERVE = 20;

    final String name;
    final int index;
    final InflightLimit limit;
    final FairQueue queue;
    final Endpoints endpoints;
    final Breaker breaker = new Breaker(new Breaker.Settings(20, 3, SECOND, 10 * SECOND));
    final RetryBudget retries = new RetryBudget(RETRIES_IN_RESERVE);
    final Shedding shedding;

    Lane(String name, int index, List<Endpoint> addresses, int inflightMax, FairQueue.Settings bounds) {
        this.name = name;
        this.index = index;
        this.limit = new InflightLimit(Math.min(4, inflightMax), inflightMax);
        this.queue = new FairQueue(limit, bounds);
        this.endpoints = new Endpoints(addresses, System.nanoTime());
        this.shedding = new Shedding(bounds.waitingMax());
    }

    boolean degraded() {
        return shedding.degraded(queue.waiting(), endpoints.writeReady());
    }
}
