package dev.quintet.shared.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Thousands of seeded crash histories; {@code -Dquintet.crash.seed} replays one, {@code -Dquintet.crash.histories} runs more. */
class CrashSimulationTest {
    private static final int LIVES = 8;

    @Test
    void everyAcknowledgedRecordSurvivesEveryHistory() {
        Long replayed = Long.getLong("quintet.crash.seed");
        if (replayed != null) {
            new CrashHistory(replayed).run(LIVES);
            return;
        }
        int histories = Integer.getInteger("quintet.crash.histories", 3_000);
        var seeds = new Random();
        long recoveries = 0;
        for (int i = 0; i < histories; i++) {
            recoveries += history(seeds.nextLong());
        }
        // Faults that keep the log from opening at all would make this test empty.
        assertThat(recoveries).isGreaterThan((long) histories * LIVES / 2);
    }

    @ParameterizedTest
    @EnumSource(FaultyFileLayer.Sabotage.class)
    void theHistoriesNoticeALayerThatDoesNotSync(FaultyFileLayer.Sabotage sabotage) {
        assertThatThrownBy(() -> {
                    for (long seed = 0; seed < 500; seed++) {
                        new CrashHistory(seed, sabotage).run(LIVES);
                    }
                })
                .isInstanceOf(AssertionError.class);
    }

    private static int history(long seed) {
        try {
            return new CrashHistory(seed).run(LIVES);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("replay with -Dquintet.crash.seed=" + seed, e);
        }
    }
}
