package dev.quintet.tools.bench;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Lets the contestants run in turn, A B A B, so that a machine that changes its mind changes it for all of them. */
final class Rounds {
    static final String PROBE = "fdatasync probe";
    static final String PROBE_FIGURE = "4 KiB syncs/s";

    private final SyncProbe probe;
    private final Consumer<String> progress;

    Rounds(SyncProbe probe, Consumer<String> progress) {
        this.probe = probe;
        this.progress = progress;
    }

    Results run(Suite suite, int rounds) throws Exception {
        List<Contestant> contestants = suite.contestants(progress);
        var results = new Results();
        for (int round = 1; round <= rounds; round++) {
            for (Contestant contestant : contestants) {
                progress.accept("%s: round %d of %d, %s".formatted(suite.name(), round, rounds, contestant.name()));
                results.add(contestant.name(), contestant.measurement().measure());
            }
            if (suite.durable()) {
                results.add(PROBE, Map.of(PROBE_FIGURE, probe.measure()));
            }
        }
        return results;
    }
}
