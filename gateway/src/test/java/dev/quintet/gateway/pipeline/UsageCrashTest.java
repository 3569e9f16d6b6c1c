package dev.quintet.gateway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.gateway.domain.usage.Epoch;
import dev.quintet.gateway.domain.usage.UsageSnapshot;
import dev.quintet.gateway.store.UsageStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a counting process again and again. What it had kept is there, nothing is counted twice, and what is missing is at
 * most what it counted after the last flush: with a flush every second, one second of counts.
 */
@Timeout(180)
class UsageCrashTest {
    private static final int KILLS = 4;

    @TempDir
    Path directory;

    @Test
    void aKillLosesWhatCameAfterTheLastFlushAtMost() throws Exception {
        var seeds = new Random();
        for (int kill = 0; kill < KILLS; kill++) {
            long seed = seeds.nextLong();
            var told = runUntilKilled(seed);
            check(told, seed);
        }
    }

    private void check(Told told, long seed) {
        try (var store = UsageStore.open(directory, _ -> {})) {
            assertThat(UsageCrashLoad.counted(store)).as("seed %d", seed).isBetween(told.kept, told.counted);
            // No epoch is lost or doubled, and whatever waits to be sealed says the same after every restart.
            var epochs = store.book().epochs();
            for (int i = 1; i < epochs.size(); i++) {
                Epoch epoch = epochs.get(i);
                assertThat(epoch.number()).isEqualTo(epochs.get(i - 1).number() + 1);
                assertThat(epochs.get(i - 1).until()).contains(epoch.from());
            }
        }
        assertThat(waiting()).as("seed %d", seed).isEqualTo(waiting());
    }

    private String waiting() {
        var text = new StringBuilder();
        try (var store = UsageStore.open(directory, _ -> {})) {
            store.book()
                    .ended()
                    .forEach(entry ->
                            text.append(new String(UsageSnapshot.of(entry).bytes(), StandardCharsets.US_ASCII)));
        }
        return text.toString();
    }

    private Told runUntilKilled(long seed) throws IOException, InterruptedException {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        UsageCrashLoad.class.getName(),
                        directory.toString(),
                        Long.toString(seed))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        int enough = 20 + new Random(seed).nextInt(300);
        long kept = 0;
        long counted = 0;
        int lines = 0;
        var reader = process.inputReader(StandardCharsets.US_ASCII);
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            // A line that the kill tore is shorter than its number: it can only understate what was kept.
            if (line.startsWith("kept ") && line.length() > 5) {
                kept = Math.max(kept, Long.parseLong(line.substring(5)));
            } else if (line.startsWith("counted ") && line.length() > 8) {
                counted = Math.max(counted, Long.parseLong(line.substring(8)));
            }
            if (++lines == enough) {
                process.toHandle().destroyForcibly(); // The handle's: it leaves the output readable to its end.
            }
        }
        process.waitFor();
        assertThat(lines).as("seed %d", seed).isGreaterThanOrEqualTo(enough);
        return new Told(kept, counted);
    }

    private record Told(long kept, long counted) {}
}
