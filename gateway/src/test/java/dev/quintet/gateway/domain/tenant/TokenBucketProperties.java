package dev.quintet.gateway.domain.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TokenBucketProperties {
    private static final long SECOND = 1_000_000_000L;

    @Property(tries = 200)
    void admitsExactlyWhatABucketOfRationalsWould(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 1_000_000) int perSecond,
            @ForAll @IntRange(min = 1, max = 1_000_000) int burst) {
        var random = new Random(seed);
        var limit = new RateLimit(perSecond, burst);
        var bucket = new TokenBucket();
        var token = BigInteger.valueOf(SECOND);
        var capacity = token.multiply(BigInteger.valueOf(burst));
        var level = capacity;
        long now = random.nextLong() >> 8;
        for (int i = 0; i < 500; i++) {
            long step = random.nextLong() >>> (21 + random.nextInt(43));
            now += step;
            level = level.add(BigInteger.valueOf(step).multiply(BigInteger.valueOf(perSecond)))
                    .min(capacity);
            boolean expected = level.compareTo(token) >= 0;
            assertThat(bucket.take(limit, now)).isEqualTo(expected);
            level = expected ? level.subtract(token) : level;
            assertThat(bucket.remaining()).isEqualTo(level.divide(token).intValueExact());
        }
    }

    @Test
    void sevenPerSecondForAMinuteAreFourHundredAndTwentyAndTheBurst() {
        var limit = new RateLimit(7, 10);
        var bucket = new TokenBucket();
        int taken = 0;
        for (long now = 1; now <= 60 * SECOND + 1; now += SECOND / 1000) {
            taken += bucket.take(limit, now) ? 1 : 0;
        }

        assertThat(taken).isEqualTo(10 + 7 * 60);
    }

    @Test
    void whoObeysRetryAfterFindsAToken() {
        // Given: 50 callers more than there are tokens.
        var limit = new RateLimit(10, 20);
        var bucket = new TokenBucket();
        var returns = new int[61];
        for (int i = 0; i < 70; i++) {
            if (!bucket.take(limit, 1)) {
                returns[bucket.retryAfterSeconds(limit, 1)]++;
            }
        }

        // When
        int served = 0;
        for (int second = 1; second < returns.length; second++) {
            for (int i = 0; i < returns[second]; i++) {
                served += bucket.take(limit, 1 + second * SECOND) ? 1 : 0;
            }
        }

        // Then: they were spread over five seconds, and all got in.
        assertThat(served).isEqualTo(50);
        assertThat(returns[5]).isPositive();
        assertThat(returns[7]).isZero();
    }

    @Test
    void headersTellQuotaAndRest() {
        var limit = new RateLimit(10, 25);
        var bucket = new TokenBucket();
        bucket.take(limit, 1);

        assertThat(limit.policyHeader()).isEqualTo("\"tenant\";q=25;w=3");
        assertThat(bucket.header(limit)).isEqualTo("\"tenant\";r=24;t=1");
    }
}
