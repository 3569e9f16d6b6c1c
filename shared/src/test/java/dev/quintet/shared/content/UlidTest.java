package dev.quintet.shared.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.testkit.ManualClock;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UlidTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

    private final ManualClock clock = new ManualClock(NOW);

    @Test
    void carriesTheTimeAndReadsBack() {
        // When
        Ulid ulid = new Ulid.Generator(clock, new SecureRandom()).next();

        // Then
        assertThat(ulid.time()).isEqualTo(NOW);
        assertThat(ulid.toString()).matches("[0-7][0-9A-HJKMNP-TV-Z]{25}");
        assertThat(Ulid.tryParse(ulid.toString())).contains(ulid);
        assertThat(Ulid.tryParse(ulid.toString().toLowerCase(Locale.ROOT))).contains(ulid);
    }

    @Test
    void encodesTheKnownExtremes() {
        assertThat(new Ulid(0, 0)).hasToString("00000000000000000000000000");
        assertThat(new Ulid(-1, -1)).hasToString("7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
        assertThat(new Ulid(0, 1L << 60)).hasToString("0000000000000" + "1000000000000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
                "0000000000000000000000000",
                "000000000000000000000000000",
                "0000000000000000000000000U",
                "0000000000000000000000000I",
                "0000000000000000000000000-",
                "0000000000000000000000000é"
            })
    void refusesEverythingElse(String text) {
        assertThat(Ulid.tryParse(text)).isEmpty();
    }

    @Test
    void growsWithinAMillisecondAndWhenTheClockGoesBack() {
        // Given
        var wandering = new Wandering();
        var generator = new Ulid.Generator(wandering, new SecureRandom());
        var made = new ArrayList<Ulid>();

        // When
        for (int i = 0; i < 1000; i++) {
            made.add(generator.next());
            wandering.now = NOW.plusMillis(i % 7 - 3);
        }

        // Then
        assertThat(made).isSorted().doesNotHaveDuplicates();
        assertThat(made.stream().map(Ulid::toString).toList()).isSorted();
    }

    @Test
    void anExhaustedMillisecondBorrowsFromTheNext() {
        // Given
        var generator = new Ulid.Generator(clock, new Ones());

        // When
        Ulid first = generator.next();
        Ulid second = generator.next();

        // Then
        assertThat(second).isGreaterThan(first);
        assertThat(second.time()).isEqualTo(NOW.plusMillis(1));
    }

    @Test
    @Timeout(20)
    void neverRepeatsAmongThreadsAndGrowsForEach() throws InterruptedException, ExecutionException {
        // Given
        var generator = new Ulid.Generator(Clock.systemUTC(), new SecureRandom());
        var start = new CountDownLatch(1);
        var made = new ArrayList<Future<List<Ulid>>>();

        // When
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (int thread = 0; thread < 4; thread++) {
                made.add(threads.submit(() -> {
                    start.await();
                    var mine = new ArrayList<Ulid>();
                    for (int i = 0; i < 20_000; i++) {
                        mine.add(generator.next());
                    }
                    return mine;
                }));
            }
            start.countDown();
        }

        // Then
        var all = new HashSet<Ulid>();
        for (Future<List<Ulid>> one : made) {
            assertThat(one.get()).isSorted();
            all.addAll(one.get());
        }
        assertThat(all).hasSize(80_000);
    }

    /** A clock that may go back, as a corrected system clock does. */
    private static final class Wandering extends Clock {
        private Instant now = NOW;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    /** Chance at its maximum. */
    private static final class Ones extends SecureRandom {
        private static final long serialVersionUID = 1;

        @Override
        public int nextInt(int bound) {
            return bound - 1;
        }

        @Override
        public long nextLong() {
            return -1;
        }
    }
}
