package dev.quintet.gateway.domain.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A simulated upstream that serves so many at a time and queues the rest, under more load than it can take. */
class InflightLimitTest {
    private static final long MILLISECOND = 1_000_000;

    private final InflightLimit limit = new InflightLimit(1, 256);
    private final Simulation upstream = new Simulation(limit, 8, 10 * MILLISECOND);

    @Test
    void findsTheKneeAndStaysThere() {
        upstream.run(5);
        int least = Integer.MAX_VALUE;
        int most = 0;
        long served = upstream.served;
        for (int second = 0; second < 30; second++) {
            upstream.run(1);
            least = Math.min(least, limit.limit());
            most = Math.max(most, limit.limit());
        }

        assertThat(least).isGreaterThanOrEqualTo(8);
        assertThat(most).isLessThanOrEqualTo(11);
        // 8 slots of 10 ms serve 800 a second; nothing of that is given away for measuring.
        assertThat(upstream.served - served).isGreaterThan((long) (30 * 800 * 0.97));
    }

    @Test
    void growsWithTheUpstream() {
        upstream.run(5);

        upstream.slots = 64;
        upstream.run(40);

        assertThat(limit.limit()).isBetween(55, 90);
    }

    @Test
    void shrinksWithTheUpstream() {
        upstream.slots = 64;
        upstream.run(10);
        assertThat(limit.limit()).isGreaterThan(50);

        upstream.slots = 8;
        upstream.run(20);

        assertThat(limit.limit()).isBetween(8, 14);
    }

    @Test
    void anUpstreamThatBecameSlowerIsNotTakenForAFullOne() {
        upstream.run(5);

        upstream.serviceNanos = 30 * MILLISECOND;
        upstream.run(30);

        assertThat(limit.limit()).isBetween(7, 13);
    }

    @Test
    void neverExceedsItsCeiling() {
        upstream.slots = 1000;
        upstream.run(30);
        assertThat(limit.limit()).isEqualTo(256);

        limit.ceiling(20);

        assertThat(limit.limit()).isEqualTo(20);
    }

    @Test
    void failuresLowerIt() {
        for (int i = 0; i < 10_000; i++) {
            limit.finished(MILLISECOND, limit.limit(), false, i * MILLISECOND);
        }

        assertThat(limit.limit()).isEqualTo(1);
    }

    private static final class Simulation {
        private final InflightLimit limit;
        private final Random random = new Random(1);
        private final PriorityQueue<long[]> running = new PriorityQueue<>((a, b) -> Long.compare(a[0], b[0]));
        private final java.util.ArrayDeque<Long> queued = new java.util.ArrayDeque<>();
        int slots;
        long serviceNanos;
        long served;
        private long now = 1;

        Simulation(InflightLimit limit, int slots, long serviceNanos) {
            this.limit = limit;
            this.slots = slots;
            this.serviceNanos = serviceNanos;
        }

        void run(int seconds) {
            long end = now + seconds * 1000L * MILLISECOND;
            while (now < end) {
                while (running.size() + queued.size() < limit.limit()) {
                    queued.add(now);
                }
                while (running.size() < slots && !queued.isEmpty()) {
                    long started = queued.remove();
                    long took = (long) (serviceNanos * (0.9 + 0.2 * random.nextDouble()));
                    running.add(new long[] {now + took, started});
                }
                long[] done = running.remove();
                now = done[0];
                served++;
                limit.finished(now - done[1], running.size() + queued.size() + 1, true, now);
            }
        }
    }
}
