package dev.quintet.gateway.domain.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.gateway.domain.drr.Drop;
import dev.quintet.gateway.domain.drr.FairQueue;
import dev.quintet.gateway.domain.drr.Turn;
import dev.quintet.gateway.domain.upstream.InflightLimit;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TenantTableTest {
    private static final long SECOND = 1_000_000_000L;
    private static final RateLimit RATE = new RateLimit(10, 10);

    private final FairQueue queue = new FairQueue(new InflightLimit(1, 1), new FairQueue.Settings(512, 128, 30));
    private final TenantTable table = table(4);

    @Test
    void aTenantKeepsItsPlaceAndItsWeight() {
        var first = table.named("a", 0, 1);

        assertThat(table.named("a", 0, 1)).isSameAs(first);
        assertThat(first.quantum()).isEqualTo(64);
        assertThat(table.named("b", 0, 1).quantum()).isEqualTo(16);
    }

    @Test
    void idleTenantsMakeRoomForNewOnes() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(table.named("t" + i, 0, 1).shard()).isFalse();
        }
        assertThat(table.size()).isEqualTo(4);
    }

    @Test
    void busyTenantsStayAndTheNewcomerSharesAShard() {
        // Given
        for (int i = 0; i < 4; i++) {
            queue.offer(new Waiting(), table.named("t" + i, 0, 1).flow(0), 1, 1, 5 * SECOND);
        }

        // When
        var newcomer = table.named("late", 0, 1);

        // Then
        assertThat(newcomer.shard()).isTrue();
        assertThat(table.named("t0", 0, 1).shard()).isFalse();
    }

    @Test
    void aTenantBeingLimitedIsNotForgotten() {
        var limited = table(1);
        var tenant = limited.named("a", 0, 1);
        tenant.bucket().take(RATE, 1);

        assertThat(limited.named("b", 0, 1).shard()).isTrue();
        assertThat(limited.named("b", 0, 2 * SECOND).shard()).isFalse();
    }

    @Test
    void aFloodFromOneAddressFillsItsHandOnly() {
        // Given
        long flooder = table.key(new byte[] {10, 0, 0, 1});
        Set<Tenant> hand = new HashSet<>();

        // When
        for (int i = 0; i < 400; i++) {
            var shard = table.shard(flooder, 0);
            hand.add(shard);
            queue.offer(new Waiting(), shard.flow(0), 1, 1, 5 * SECOND);
        }

        // Then
        assertThat(hand).hasSizeLessThanOrEqualTo(TenantTable.HAND);
        int untouched = 0;
        for (int i = 0; i < 200; i++) {
            long other = table.key(new byte[] {10, 0, 1, (byte) i});
            untouched += table.shard(other, 0).flow(0).waiting() == 0 ? 1 : 0;
        }
        assertThat(untouched).isEqualTo(200);
    }

    @Test
    void neighboursInOneIpv6NetworkAreOneCaller() {
        var one = new byte[16];
        var two = new byte[16];
        two[15] = 1;
        var far = new byte[16];
        far[7] = 1;

        assertThat(table.key(one)).isEqualTo(table.key(two)).isNotEqualTo(table.key(far));
    }

    @Test
    void madeUpAddressesDoNotFreeALimitedOne() {
        // Given
        long limited = table.key(new byte[] {1, 2, 3, 4});
        for (int i = 0; i < 10; i++) {
            table.bucket(limited, 1).take(RATE, 1);
        }

        // When: sixteen times as many others as there are buckets.
        for (int i = 0; i < 1_024; i++) {
            long other = table.key(new byte[] {9, 9, (byte) (i >> 8), (byte) i});
            table.bucket(other, 1).take(RATE, 1);
        }

        // Then
        assertThat(table.bucket(limited, 1).take(RATE, 1)).isFalse();
    }

    @Test
    void newSettingsReachEverybody() {
        var tenant = table.named("a", 0, 1);
        tenant.flow(0);

        table.settings(new TenantTable.Settings(new RateLimit(5, 5), 8, Map.of()));

        assertThat(tenant.flow(0).quantum()).isEqualTo(8);
        assertThat(table.rate().perSecond()).isEqualTo(5);
    }

    @Test
    void jainsIndexTellsEvenFromUneven() {
        assertThat(Fairness.jain(new double[] {3, 3, 3, 9}, 3)).isEqualTo(1);
        assertThat(Fairness.jain(new double[] {1, 0, 0, 0}, 4)).isEqualTo(0.25);
        assertThat(Fairness.jain(new double[0], 0)).isEqualTo(1);
    }

    private TenantTable table(int tenants) {
        return new TenantTable(
                new FairQueue[] {queue},
                new TenantTable.Sizes(tenants, 256, 64),
                new TenantTable.Settings(RATE, 16, Map.of("a", 64)),
                7);
    }

    private static final class Waiting extends Turn {
        @Override
        protected void granted() {}

        @Override
        protected void dropped(Drop reason) {}
    }
}
