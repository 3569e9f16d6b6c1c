package dev.quintet.gateway.domain.drr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.gateway.domain.tenant.Fairness;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * The order of service against an exact fluid model (generalized processor sharing).
 *
 * <p>The bound, after Shreedhar and Varghese. Let all tenants be backlogged, {@code q} the quanta, {@code M} the largest cost,
 * and {@code k_i} the turns that tenant i has begun. A turn adds {@code q_i} to its deficit, and what it was served, {@code
 * S_i}, was taken from it, so {@code S_i = k_i q_i − d_i}. Between turns the deficit {@code d_i} is below the cost of the
 * request that did not fit, so {@code 0 ≤ d_i < M}; within a turn {@code 0 ≤ d_i < M + q_i}. Turns go round, so {@code
 * |k_i − k_j| ≤ 1}, and if they are equal at most the later one is still in its turn. Therefore
 *
 * <pre>|S_i/q_i − S_j/q_j| ≤ 1 + M/min(q_i, q_j)   at every instant.</pre>
 *
 * The fluid server gives tenant i {@code G_i = S q_i/Q} of the total {@code S}, with {@code Q = Σ q}. As {@code S_i − G_i =
 * q_i Σ_j (q_j/Q) (S_i/q_i − S_j/q_j)} is a weighted mean of such differences,
 *
 * <pre>|S_i − G_i| ≤ q_i (1 + M/q_min).</pre>
 *
 * If a request uses up to {@code E} more than it was estimated, the deficit may also be down to {@code −E} between turns, and M is
 * replaced by M + E. A tenant that comes and goes gets at most a quantum between two visits of the round, and one more when it
 * first comes; against a tenant that is backlogged all the time it is ahead by at most {@code 3 + M/q_i + M/q_j} turns.
 */
class FairnessProperties {
    private static final long FAR = Long.MAX_VALUE / 4;

    @Property(tries = 150)
    void staysWithinTheBoundOfTheFluidModel(
            @ForAll long seed,
            @ForAll @IntRange(min = 2, max = 40) int tenants,
            @ForAll @IntRange(min = 1, max = 120) int costMax,
            @ForAll @IntRange(min = 1, max = 64) int quantumMax,
            @ForAll @IntRange(min = 0, max = 30) int overrun) {
        var server = new Server(seed, tenants, costMax, quantumMax, overrun);
        server.fill(3);
        for (int served = 0; served < 1500; served++) {
            int tenant = server.serveOne();
            server.offer(tenant);
            server.checkAgainstTheFluid();
        }
    }

    @Property(tries = 150)
    void nobodyGainsByComingAndGoing(
            @ForAll long seed,
            @ForAll @IntRange(min = 2, max = 20) int tenants,
            @ForAll @IntRange(min = 1, max = 40) int costMax,
            @ForAll @IntRange(min = 1, max = 64) int quantumMax) {
        var server = new Server(seed, tenants, costMax, quantumMax, 0);
        server.fill(2);
        for (int step = 0; step < 1500; step++) {
            int tenant = server.serveOne();
            if (tenant == 0) {
                server.offer(0);
            }
            // Everybody but the first comes and goes at random; some return the moment they are empty.
            for (int other = 1; other < tenants; other++) {
                if (server.flows[other].waiting() == 0 && server.random.nextInt(4) == 0) {
                    server.offer(other);
                }
            }
            for (int other = 1; other < tenants; other++) {
                double ahead = server.turns(other) - server.turns(0);
                double bound = 3
                        + (double) costMax / server.flows[0].quantum()
                        + (double) costMax / server.flows[other].quantum();
                assertThat(ahead).isLessThanOrEqualTo(bound);
            }
        }
    }

    @Test
    void aHundredTenantsWithCostsOfOneToAHundredGetTheSame() {
        // Given
        var server = new Server(7, 100, 100, 1, 0);
        for (int i = 0; i < 100; i++) {
            server.flows[i].quantum(16);
            server.fixedCost[i] = i + 1;
        }
        server.fill(3);

        // When
        for (int served = 0; served < 400_000; served++) {
            int tenant = server.serveOne();
            server.offer(tenant);
            if (served % 97 == 0) {
                server.checkAgainstTheFluid();
            }
        }

        // Then
        var shares = new double[100];
        for (int i = 0; i < shares.length; i++) {
            shares[i] = server.served[i];
        }
        assertThat(Fairness.jain(shares, shares.length)).isGreaterThanOrEqualTo(0.999);
    }

    /** One slot, always busy; what a request really used is known only after it ended. */
    private static final class Server {
        final Random random;
        final Flow[] flows;
        final long[] served;
        final int[] fixedCost;
        final FairQueue queue = new FairQueue(new FixedSlots(1), new FairQueue.Settings(1_000_000, 1_000_000, 30));
        private final int costMax;
        private final int overrun;
        private Request current = new Request(-1);
        private int used = 1;
        private long total;

        Server(long seed, int tenants, int costMax, int quantumMax, int overrun) {
            this.random = new Random(seed);
            this.costMax = costMax;
            this.overrun = overrun;
            this.flows = new Flow[tenants];
            this.served = new long[tenants];
            this.fixedCost = new int[tenants];
            for (int i = 0; i < tenants; i++) {
                flows[i] = new Flow(1 + random.nextInt(quantumMax));
            }
            // Takes the only slot, so that everybody is there before the first turn.
            queue.offer(current, new Flow(1), 1, 0, FAR);
        }

        void fill(int each) {
            for (int i = 0; i < flows.length * each; i++) {
                offer(i % flows.length);
            }
        }

        void offer(int tenant) {
            var request = new Request(tenant);
            request.onGrant = () -> current = request;
            int cost = fixedCost[tenant] > 0 ? fixedCost[tenant] : 1 + random.nextInt(costMax);
            assertThat(queue.offer(request, flows[tenant], cost, 0, FAR)).isEqualTo(Admission.QUEUED);
        }

        /** Ends the request at hand and gives the next turn; answers whose it is. */
        int serveOne() {
            queue.finished(current, used, 0, true, 0);
            queue.dispatch();
            used = current.cost() + (overrun == 0 ? 0 : random.nextInt(overrun + 1));
            served[current.tenant] += used;
            total += used;
            return current.tenant;
        }

        double turns(int tenant) {
            return (double) served[tenant] / flows[tenant].quantum();
        }

        void checkAgainstTheFluid() {
            long quanta = 0;
            int least = Integer.MAX_VALUE;
            for (Flow flow : flows) {
                quanta += flow.quantum();
                least = Math.min(least, flow.quantum());
            }
            double largest = costMax + overrun;
            for (int i = 0; i < flows.length; i++) {
                double quantum = flows[i].quantum();
                double fluid = total * quantum / quanta;
                assertThat(Math.abs(served[i] - fluid)).isLessThanOrEqualTo(quantum * (1 + largest / least));
            }
        }
    }
}
