package dev.quintet.gateway.domain.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.gateway.domain.route.Upstreams.Address;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UpstreamRulesTest {
    private static final long SECOND = 1_000_000_000L;

    private final Breaker breaker = new Breaker(new Breaker.Settings(5, 2, SECOND, 2 * SECOND));

    @Test
    void theBreakerOpensAfterFailuresInARowAndProbesOneAtATime() {
        fail(5);
        assertThat(breaker.permits(1)).isFalse();
        assertThat(breaker.retryAfterSeconds(1)).isEqualTo(1);

        assertThat(breaker.permits(SECOND)).isTrue();
        assertThat(breaker.permits(SECOND)).isFalse();
        breaker.ended(true, SECOND);
        assertThat(breaker.permits(SECOND)).isTrue();
        breaker.ended(true, SECOND);

        assertThat(breaker.state()).isEqualTo(Breaker.State.CLOSED);
    }

    @Test
    void aFailedProbeDoublesThePauseUpToItsCap() {
        fail(5);
        breaker.permits(SECOND);
        breaker.ended(false, SECOND);
        assertThat(breaker.permits(2 * SECOND)).isFalse();
        assertThat(breaker.permits(3 * SECOND)).isTrue();
        breaker.ended(false, 3 * SECOND);

        assertThat(breaker.permits(5 * SECOND)).isTrue();
    }

    @Test
    void anAbandonedProbeDoesNotBlockTheNext() {
        fail(5);
        assertThat(breaker.permits(SECOND)).isTrue();

        breaker.abandoned();

        assertThat(breaker.permits(SECOND)).isTrue();
    }

    @Test
    void halfOfAWindowFailedOpensItToo() {
        for (int i = 0; i < 64; i++) {
            breaker.ended(i % 2 == 0, 0);
        }

        assertThat(breaker.state()).isEqualTo(Breaker.State.OPEN);
    }

    @Test
    void retriesAreATenthOfTheTraffic() {
        var budget = new RetryBudget(10);
        int retries = 0;
        for (int i = 0; i < 1000; i++) {
            budget.requested();
            retries += budget.take() ? 1 : 0;
        }

        assertThat(retries).isEqualTo(10 + 99);
    }

    @Test
    void theLessLoadedOfTwoIsPicked() {
        var endpoints = endpoints(4);
        for (int i = 0; i < 4_000; i++) {
            endpoints.pick(0).started();
        }

        for (int i = 0; i < 4; i++) {
            assertThat(endpoints.at(i).inflight()).isBetween(980, 1020);
        }
    }

    @Test
    void anEndpointThatFailsIsLeftAloneAndComesBack() {
        var endpoints = endpoints(3);
        var bad = endpoints.at(1);
        for (int i = 0; i < 3; i++) {
            bad.started();
            bad.ended(false, 0);
        }

        assertThat(IntStream.range(0, 200).mapToObj(_ -> endpoints.pick(0))).doesNotContain(bad);
        assertThat(IntStream.range(0, 200).mapToObj(_ -> endpoints.pick(SECOND)))
                .contains(bad);
    }

    @Test
    void whenAllAreIllAnyIsTried() {
        var endpoints = endpoints(2);
        endpoints.at(0).probed(false, false);
        endpoints.at(1).probed(false, false);

        assertThat(endpoints.pick(0)).isNotNull();
        assertThat(endpoints.writeReady()).isFalse();
    }

    @Test
    void aRetryGoesElsewhereIfItCan() {
        var endpoints = endpoints(2);

        for (int i = 0; i < 50; i++) {
            assertThat(endpoints.pickOther(endpoints.at(0), 0)).isSameAs(endpoints.at(1));
        }
    }

    @Test
    void writesAreShedOverTheHighMarkUntilBelowTheLowOne() {
        var shedding = new Shedding(100);

        assertThat(shedding.degraded(74, true)).isFalse();
        assertThat(shedding.degraded(75, true)).isTrue();
        assertThat(shedding.degraded(51, true)).isTrue();
        assertThat(shedding.degraded(50, true)).isFalse();
        assertThat(shedding.degraded(0, false)).isTrue();
        assertThat(Shedding.isWrite("GET")).isFalse();
        assertThat(Shedding.isWrite("PUT")).isTrue();
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            breaker.permits(0);
            breaker.ended(false, 0);
        }
    }

    private static Endpoints endpoints(int count) {
        List<Endpoint> list = IntStream.range(0, count)
                .mapToObj(i -> new Endpoint(new Address("127.0.0.1", 1000 + i)))
                .toList();
        return new Endpoints(list, 99);
    }
}
