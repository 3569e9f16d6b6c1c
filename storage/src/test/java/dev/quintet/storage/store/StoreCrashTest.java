package dev.quintet.storage.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.content.ContentAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills a working store again and again and compares what it acknowledged with what the next one finds. */
@Timeout(300)
class StoreCrashTest {
    private static final int KILLS = Integer.getInteger("quintet.storage.kills", 4);

    @TempDir
    private Path directory;

    private final Set<Long> stored = new HashSet<>();
    private final Set<Long> deleted = new HashSet<>();

    @Test
    void whatWasAcknowledgedIsWholeAndWhatWasDeletedIsGone() throws Exception {
        var seeds = new Random();
        for (int kill = 0; kill < KILLS; kill++) {
            long seed = seeds.nextLong();
            acknowledgedBeforeTheKill(seed);
            var rig = new Rig();
            try (var store = rig.open(StoreCrashLoad.places(directory), "rf=2", 256 << 10)) {
                for (long content : stored) {
                    byte[] bytes = StoreCrashLoad.content(content);
                    assertThat(Rig.get(store, address(bytes)))
                            .as("seed %d", seed)
                            .isEqualTo(bytes);
                }
                for (long content : deleted) {
                    assertThat(store.find(address(StoreCrashLoad.content(content))))
                            .as("seed %d", seed)
                            .isEmpty();
                }
                assertThat(rig.faults)
                        .as("seed %d: what is there is whole", seed)
                        .hasValue(0);
                assertThat(Rig.repairAll(store)).as("seed %d", seed).isZero();
            }
        }
        assertThat(stored).isNotEmpty();
        assertThat(deleted).isNotEmpty();
    }

    private static ContentAddress address(byte[] content) {
        return ContentAddress.of(Blake3.hash(content), 0);
    }

    private void acknowledgedBeforeTheKill(long seed) throws Exception {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StoreCrashLoad.class.getName(),
                        directory.toString(),
                        Long.toString(seed))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        int enough = 40 + new Random(seed).nextInt(200);
        int lines = 0;
        var reader = process.inputReader(StandardCharsets.US_ASCII);
        String last = "";
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            // One line late: the very last one may be torn by the kill.
            note(last);
            last = line;
            if (++lines == enough) {
                process.toHandle().destroyForcibly(); // The handle's: it leaves the output readable to its end.
            }
        }
        process.waitFor();
        assertThat(lines).as("seed %d", seed).isGreaterThanOrEqualTo(enough);
    }

    private void note(String line) {
        if (line.startsWith("stored ")) {
            stored.add(Long.parseLong(line.substring(7)));
        } else if (line.startsWith("deleted ")) {
            deleted.add(Long.parseLong(line.substring(8)));
        }
    }
}
