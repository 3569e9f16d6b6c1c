package dev.quintet.storage.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Keys are spread by weight, and a volume that comes or goes moves only its own. */
class RendezvousTest {
    private static final int KEYS = 40_000;

    private record Node(String name, double weight) implements Rendezvous.Candidate {}

    private final List<Node> nodes =
            List.of(new Node("v1", 1), new Node("v2", 1), new Node("v3", 2), new Node("v4", 4));

    @Test
    void everyVolumeGetsItsShare() {
        var first = new HashMap<String, Integer>();
        var random = new Random(7);
        for (int i = 0; i < KEYS; i++) {
            first.merge(
                    Rendezvous.rank(nodes, random.nextLong(), random.nextLong())
                            .getFirst()
                            .name(),
                    1,
                    Integer::sum);
        }
        for (var node : nodes) {
            assertThat(first.getOrDefault(node.name(), 0) / (double) KEYS).isCloseTo(node.weight() / 8, within(0.01));
        }
    }

    @Test
    void aVolumeThatGoesMovesOnlyWhatItHad() {
        var fewer = new ArrayList<>(nodes);
        var gone = fewer.remove(2);
        var random = new Random(8);
        for (int i = 0; i < KEYS; i++) {
            long a = random.nextLong();
            long b = random.nextLong();
            var before = new ArrayList<>(Rendezvous.rank(nodes, a, b));
            before.remove(gone);
            assertThat(Rendezvous.rank(fewer, a, b)).isEqualTo(before);
        }
    }

    @Test
    void theOrderOfTheConfigurationDoesNotMatter() {
        assertThat(Rendezvous.rank(nodes.reversed(), 1, 2)).isEqualTo(Rendezvous.rank(nodes, 1, 2));
    }
}
