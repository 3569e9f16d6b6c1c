package dev.quintet.gateway.domain.drr;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.quintet.gateway.domain.tenant.RateLimit;
import dev.quintet.gateway.domain.tenant.TenantTable;
import dev.quintet.gateway.domain.upstream.InflightLimit;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The whole decision (whose, how fast, when) allocates nothing once a tenant is known. */
class AllocationTest {
    private static final int TENANTS = 1_000;
    private static final int REQUESTS = 100_000;

    private final FairQueue queue = new FairQueue(new InflightLimit(8, 8), new FairQueue.Settings(512, 128, 30));
    private final TenantTable tenants = new TenantTable(
            new FairQueue[] {queue},
            new TenantTable.Sizes(TENANTS, 256, 1024),
            new TenantTable.Settings(new RateLimit(1_000_000, 1_000_000), 16, Map.of()),
            42);
    private final String[] names = new String[TENANTS];
    private final ArrayDeque<Held> running = new ArrayDeque<>(64);
    private final ArrayDeque<Held> free = new ArrayDeque<>(2048);
    private long now = 1;

    @Test
    void aDecisionAllocatesNothing() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < TENANTS; i++) {
            names[i] = "tenant-" + i;
        }
        for (int i = 0; i < 600; i++) {
            free.add(new Held());
        }
        requests();
        long before = threads.getCurrentThreadAllocatedBytes();

        requests();

        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated / REQUESTS).isZero();
    }

    private void requests() {
        byte[] address = {10, 0, 0, 1};
        for (int i = 0; i < REQUESTS; i++) {
            now += 1_000;
            var request = free.poll();
            if (request != null) {
                address[3] = (byte) i;
                long key = tenants.key(address);
                var tenant = i % 8 == 0 ? tenants.shard(key, 0) : tenants.named(names[i * 7 % TENANTS], 0, now);
                var bucket = tenant.shard() ? tenants.bucket(key, now) : tenant.bucket();
                bucket.take(tenants.rate(), now);
                switch (queue.offer(request, tenant.flow(0), 1 + i % 16, now, now + 5_000_000_000L)) {
                    case GO -> running.add(request);
                    case QUEUED -> {}
                    case TENANT_FULL, TOO_LATE -> free.add(request);
                }
            }
            if (i % 3 != 0) {
                finishOne();
            }
            queue.expire(now);
        }
    }

    private void finishOne() {
        var done = running.poll();
        if (done != null) {
            queue.finished(done, 2, 10_000, true, now);
            free.add(done);
            queue.dispatch();
        }
    }

    private final class Held extends Turn {
        @Override
        protected void granted() {
            running.add(this);
        }

        @Override
        protected void dropped(Drop reason) {
            free.add(this);
        }
    }
}
