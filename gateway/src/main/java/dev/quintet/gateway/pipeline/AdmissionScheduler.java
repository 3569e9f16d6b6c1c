package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.domain.tenant.RateLimit;
import dev.quintet.gateway.domain.tenant.Tenant;
import dev.quintet.gateway.domain.tenant.TenantTable;
import dev.quintet.gateway.domain.tenant.TokenBucket;
import dev.quintet.gateway.domain.upstream.Endpoint;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ErrorCode;
import dev.quintet.shared.error.ServiceException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one desk that all event loops share: rate, shedding and the fair queues. Everything behind it is plain memory under
 * one lock that is held for well under a microsecond; requests go on after it is released, on their own event loops. One
 * desk and not one per loop, because tenants must be fair to each other wherever their connections ended up.
 */
public final class AdmissionScheduler {
    private static final Guest[] NOBODY = {};

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Lane> byName; // the map itself never changes
    private final Lane[] lanes; // guarded by lock, as is all below
    private final TenantTable tenants;
    private final ArrayDeque<Guest> woken = new ArrayDeque<>();
    private long tenantFull;
    private volatile int waiting;

    AdmissionScheduler(Lane[] lanes, TenantTable tenants) {
        this.lanes = lanes.clone();
        this.tenants = tenants;
        var names = new HashMap<String, Lane>();
        for (Lane lane : lanes) {
            names.put(lane.name, lane);
        }
        this.byName = Map.copyOf(names);
    }

    /** Names a caller's address; to be kept with the connection. */
    public long key(byte[] address) {
        return tenants.key(address); // Reads only what never changes.
    }

    /**
     * Admits the request, true when it is to be forwarded at once; otherwise it will be told. Throws the refusal.
     */
    public boolean enter(Guest guest, Ticket ticket) {
        var lane = lane(ticket.route().upstream());
        guest.lane = lane;
        guest.desk = this;
        long now = System.nanoTime();
        Guest[] others;
        boolean go;
        lock.lock();
        try {
            Tenant tenant = ticket.tenant() != null
                    ? tenants.named(ticket.tenant(), lane.index, now)
                    : tenants.shard(ticket.address(), lane.index);
            charge(tenant, ticket, now);
            if (ticket.write() && lane.degraded()) {
                throw new ServiceException(CommonError.DEGRADED, "writes are given up for now");
            }
            go = switch (lane.queue.offer(guest, tenant.flow(lane.index), ticket.cost(), now, ticket.deadline())) {
                case GO -> true;
                case QUEUED -> false;
                case TENANT_FULL -> {
                    tenantFull++;
                    throw busy(CommonError.BUSY, "too many requests of this tenant wait already", guest);
                }
                case TOO_LATE -> throw busy(GatewayError.BUSY, "it would wait for too long", guest);
            };
            if (go) {
                assign(guest, lane, null, now);
            }
            others = letGo();
        } finally {
            lock.unlock();
        }
        tell(others);
        return go;
    }

    /** Chooses the address again for another try; null when the breaker or the retry budget says no. */
    public @Nullable Endpoint again(Guest guest, Endpoint failed) {
        long now = System.nanoTime();
        lock.lock();
        try {
            var lane = laneOf(guest);
            failed.ended(false, now);
            lane.breaker.ended(false, now);
            guest.endpoint = null;
            if (lane.retries.take()) {
                assign(guest, lane, failed, now);
            }
            return guest.endpoint;
        } finally {
            lock.unlock();
        }
    }

    /** For a request whose turn came while it waited: the address that it is to ask. */
    public @Nullable Endpoint address(Guest guest) {
        long now = System.nanoTime();
        lock.lock();
        try {
            assign(guest, laneOf(guest), null, now);
            return guest.endpoint;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends a request that holds a slot, and lets the next ones go.
     *
     * @param tookNanos time with the upstream, 0 if it was never asked
     * @param outcome what it says about the upstream's health
     */
    public void leave(Guest guest, int usedCost, long tookNanos, Outcome outcome) {
        long now = System.nanoTime();
        Guest[] others;
        lock.lock();
        try {
            var lane = laneOf(guest);
            boolean healthy = outcome != Outcome.FAILED;
            var endpoint = guest.endpoint;
            if (endpoint != null) {
                guest.endpoint = null;
                if (outcome == Outcome.UNKNOWN) {
                    lane.breaker.abandoned();
                } else {
                    lane.breaker.ended(healthy, now);
                }
                endpoint.ended(healthy, now);
            }
            lane.queue.finished(guest, usedCost, outcome == Outcome.UNKNOWN ? 0 : tookNanos, healthy, now);
            lane.queue.dispatch();
            others = letGo();
        } finally {
            lock.unlock();
        }
        tell(others);
    }

    /** Takes a waiting request out because nobody wants its answer any more; false when its turn has come or it was dropped. */
    public boolean cancel(Guest guest) {
        lock.lock();
        try {
            boolean taken = laneOf(guest).queue.cancel(guest);
            count();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Drops those who waited too long; every few milliseconds. */
    public void tick() {
        if (waiting == 0) {
            return;
        }
        long now = System.nanoTime();
        each(lane -> {
            lane.queue.expire(now);
            lane.queue.dispatch();
        });
    }

    /** Nobody is queued any more; those who wait are served on. */
    public void close() {
        each(lane -> lane.queue.close());
    }

    /** Answers everybody who still waits with DRAINING. */
    public void dropAll() {
        long now = System.nanoTime();
        each(lane -> lane.queue.dropAll(now));
    }

    public int waiting() {
        return waiting;
    }

    /** What the probes, the samplers and a reload do with all that is known about an upstream or a tenant. */
    void each(Consumer<Lane> action) {
        Guest[] others;
        lock.lock();
        try {
            for (Lane lane : lanes) {
                action.accept(lane);
            }
            others = letGo();
        } finally {
            lock.unlock();
        }
        tell(others);
    }

    int lanes() {
        return lanes.length;
    }

    void tenants(Consumer<TenantTable> action) {
        lock.lock();
        try {
            action.accept(tenants);
        } finally {
            lock.unlock();
        }
    }

    public long evicted() {
        long[] sum = new long[1];
        each(lane -> sum[0] += lane.queue.evicted());
        return sum[0];
    }

    public long tenantFull() {
        lock.lock();
        try {
            return tenantFull;
        } finally {
            lock.unlock();
        }
    }

    /** Slots in use, over all upstreams. */
    public int inflight() {
        int[] sum = new int[1];
        each(lane -> sum[0] += lane.queue.inflight());
        return sum[0];
    }

    void wake(Guest guest) {
        woken.add(guest);
    }

    private void charge(Tenant tenant, Ticket ticket, long now) {
        RateLimit rate = tenants.rate();
        TokenBucket bucket = tenant.shard() ? tenants.bucket(ticket.address(), now) : tenant.bucket();
        if (!bucket.take(rate, now)) {
            throw new ServiceException(
                    CommonError.QUOTA,
                    "the tenant's rate is used up",
                    Map.of("rate_limit", bucket.header(rate), "rate_limit_policy", rate.policyHeader()),
                    Duration.ofSeconds(bucket.retryAfterSeconds(rate, now)));
        }
    }

    private static void assign(Guest guest, Lane lane, @Nullable Endpoint failed, long now) {
        if (!lane.breaker.permits(now)) {
            guest.endpoint = null;
            return;
        }
        if (failed == null) {
            lane.retries.requested();
        }
        Endpoint chosen = failed == null ? lane.endpoints.pick(now) : lane.endpoints.pickOther(failed, now);
        chosen.started();
        guest.endpoint = chosen;
    }

    private static ServiceException busy(ErrorCode code, String detail, Guest guest) {
        return new ServiceException(code, detail, Map.of(), Duration.ofSeconds(guest.retryAfterSeconds()));
    }

    private Lane lane(String upstream) {
        var lane = byName.get(upstream);
        if (lane == null) {
            throw new IllegalStateException("a route to the unknown upstream " + upstream);
        }
        return lane;
    }

    private static Lane laneOf(Guest guest) {
        var lane = guest.lane;
        if (lane == null) {
            throw new IllegalStateException("a request that never came to the desk");
        }
        return lane;
    }

    private Guest[] letGo() {
        count();
        if (woken.isEmpty()) {
            return NOBODY;
        }
        var guests = woken.toArray(Guest[]::new);
        woken.clear();
        return guests;
    }

    private void count() {
        int sum = 0;
        for (Lane lane : lanes) {
            sum += lane.queue.waiting();
        }
        waiting = sum;
    }

    private static void tell(Guest[] guests) {
        for (Guest guest : guests) {
            if (guest.loop().inEventLoop()) {
                guest.run();
            } else {
                guest.loop().execute(guest);
            }
        }
    }
}
