package dev.quintet.shared.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.testkit.ManualClock;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RestartBudgetTest {
    private final ManualClock clock = new ManualClock();
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final RestartBudget budget = new RestartBudget(clock::nanos, random);

    @Test
    void theDelayDoublesFromItsJitteredStartToFiveSeconds() {
        for (int restart = 0; restart < 12; restart++) {
            long factor = 1L << Math.min(restart, RestartBudget.RESTARTS_MAX);
            assertThat(budget.spend().toMillis())
                    .as("seed %d restart %d", seed, restart)
                    .isBetween(Math.min(100 * factor, 5_000), Math.min(400 * factor, 5_000));
        }
    }

    @Test
    void tasksThatFailTogetherDoNotComeBackTogether() {
        // When
        var delays = IntStream.range(0, 100)
                .mapToObj(task -> new RestartBudget(clock::nanos, random).spend())
                .collect(Collectors.toSet());

        // Then
        assertThat(delays).as("seed %d", seed).hasSizeGreaterThan(50);
    }

    @Test
    void theFifthRestartWithinAMinuteExhaustsIt() {
        // Given
        for (int restart = 1; restart < 5; restart++) {
            budget.spend();
            clock.advance(Duration.ofSeconds(14));
        }
        boolean afterFour = budget.exhausted();

        // When
        budget.spend();

        // Then
        assertThat(afterFour).isFalse();
        assertThat(budget.exhausted()).isTrue();
    }

    @Test
    void fiveRestartsInMoreThanAMinuteDoNot() {
        // When
        for (int restart = 1; restart <= 5; restart++) {
            budget.spend();
            clock.advance(Duration.ofSeconds(15));
        }

        // Then
        assertThat(budget.exhausted()).isFalse();
    }

    @Test
    void aQuietMinuteMakesItNew() {
        // Given
        for (int restart = 1; restart <= 5; restart++) {
            budget.spend();
        }

        // When
        clock.advance(RestartBudget.WINDOW);

        // Then
        assertThat(budget.exhausted()).isFalse();
        assertThat(budget.spend()).isLessThanOrEqualTo(Duration.ofMillis(400));
    }
}
