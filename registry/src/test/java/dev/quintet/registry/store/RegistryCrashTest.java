package dev.quintet.registry.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.registry.Payloads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills a committing process in the middle of it, again and again, and compares what it acknowledged with what is there. */
@Timeout(180)
class RegistryCrashTest {
    private static final int KILLS = Integer.getInteger("quintet.crash.rounds", 4);

    @TempDir
    Path directory;

    @Test
    void reopensAtTheLastHeadWithEverythingAcknowledgedAndNothingPartial() throws Exception {
        var seeds = new Random();
        var acknowledged = new ArrayList<String>();
        for (int kill = 0; kill < KILLS; kill++) {
            long seed = seeds.nextLong();
            acknowledged.addAll(untilTheKill(seed));
            var drive = new Drive(directory);
            try {
                var registry = drive.registry;
                long head = registry.state().view().head().version();
                for (String line : acknowledged) {
                    long version = Long.parseLong(line, 0, line.indexOf(' '), 10);
                    assertThat(registry.update(version).hash().toString())
                            .as("seed %d, version %d", seed, version)
                            .isEqualTo(line.substring(line.indexOf(' ') + 1));
                }
                assertThat(registry.audit().run(Long.MAX_VALUE)).isGreaterThanOrEqualTo(head);
                var next = drive.commit(Payloads.put("after", kill)).artifact();
                assertThat(next.head().version()).isEqualTo(head + 1);
            } finally {
                drive.registry.log().close();
            }
        }
    }

    private List<String> untilTheKill(long seed) throws IOException, InterruptedException {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashLoad.class.getName(),
                        directory.toString(),
                        Long.toString(seed))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        int enough = 20 + new Random(seed).nextInt(150);
        var lines = new ArrayList<String>();
        var reader = process.inputReader(StandardCharsets.US_ASCII);
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            lines.add(line);
            if (lines.size() == enough) {
                process.toHandle().destroyForcibly();
            }
        }
        process.waitFor();
        assertThat(lines).as("seed %d", seed).hasSizeGreaterThanOrEqualTo(enough);
        // The last line may be torn: the kill came in the middle of printing it.
        lines.removeLast();
        return lines.stream().filter(line -> line.contains(" b3:")).toList();
    }
}
