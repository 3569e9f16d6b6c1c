package dev.quintet.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundsTest {
    private final List<String> order = new ArrayList<>();

    @TempDir
    Path folder;

    @Test
    void letsTheContestantsRunInTurnWithAProbeInEachRound() throws Exception {
        // When
        Results results = new Rounds(new SyncProbe(folder), _ -> {}).run(new TwoContestants(), 2);

        // Then
        assertThat(order).containsExactly("ours", "peer", "ours", "peer");
        assertThat(results.samples("ours", "x/s")).hasSize(2);
        assertThat(results.samples(Rounds.PROBE, Rounds.PROBE_FIGURE))
                .hasSize(2)
                .allMatch(rate -> rate > 0);
        assertThat(folder).isEmptyDirectory();
    }

    private final class TwoContestants implements Suite {
        @Override
        public String name() {
            return "two";
        }

        @Override
        public String question() {
            return "Who goes first?";
        }

        @Override
        public boolean durable() {
            return true;
        }

        @Override
        public List<Contestant> contestants(Consumer<String> say) {
            return List.of(contestant("ours"), contestant("peer"));
        }

        private Contestant contestant(String name) {
            return new Contestant(name, () -> {
                order.add(name);
                return Map.of("x/s", 1.0);
            });
        }
    }
}
