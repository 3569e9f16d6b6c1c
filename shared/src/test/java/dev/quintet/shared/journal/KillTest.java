package dev.quintet.shared.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code kill -9} on a real process, over and over: {@code -Dquintet.crash.rounds} times. After each kill the log holds
 * every record the child told of, and every record of the lives before.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class KillTest {
    private static final int ROUNDS = Integer.getInteger("quintet.crash.rounds", 200);

    /** Then a fresh directory: verifying ever longer logs would cost more than killing. */
    private static final int ROUNDS_PER_LOG = 20;

    @TempDir
    Path temporary;

    private final long seed = Long.getLong("quintet.crash.seed", new Random().nextLong());
    private final Random random = new Random(seed);
    private final List<Long> tags = new ArrayList<>();

    @Test
    void whatTheChildToldIsThereAfterEveryKill() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            if (round % ROUNDS_PER_LOG == 0) {
                tags.clear();
            }
            round(temporary.resolve("log" + round / ROUNDS_PER_LOG), "honest");
        }
    }

    @Test
    void aChildThatTellsTooEarlyIsCaught() {
        assertThatThrownBy(() -> {
                    for (int round = 0; round < 100; round++) {
                        round(temporary.resolve("early"), "early");
                    }
                })
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("less than or equal to");
    }

    private void round(Path directory, String manner) throws Exception {
        var told = live(directory, manner);
        try (var log = SegmentedLog.open(directory, CrashChild.SETTINGS)) {
            verify(log, told);
            long last = log.durableSequence();
            if (last > 0 && random.nextInt(4) == 0) {
                log.saveSnapshot(last, out -> out.write(1));
            }
        }
    }

    /** Starts a child, kills it at a random moment, answers what it told. */
    private Map<Long, Long> live(Path directory, String manner) throws Exception {
        Files.createDirectories(directory);
        var process = new ProcessBuilder(command(directory, manner))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var told = new HashMap<Long, Long>();
        // Some die while they recover, most while they write.
        int messages = random.nextInt(4) == 0 ? 1 + random.nextInt(2) : random.nextInt(600);
        try (var in = new DataInputStream(process.getInputStream())) {
            for (int i = 0; i < messages; i++) {
                note(in, told);
            }
            // Through the handle: destroying the process object would close the stream and lose what it said last.
            process.toHandle().destroyForcibly();
            while (true) {
                note(in, told);
            }
        } catch (EOFException _) {
            // Everything it managed to say has been read.
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as("killed, not failed").isEqualTo(137);
        return told;
    }

    private static void note(DataInputStream in, Map<Long, Long> told) throws IOException {
        long sequence = in.readLong();
        long tag = in.readLong();
        if (sequence > 0) {
            told.put(sequence, tag);
        }
    }

    private void verify(SegmentedLog log, Map<Long, Long> told) {
        var found = new ArrayList<Long>();
        try (var reader = log.read(1)) {
            while (reader.next()) {
                var record = new byte[reader.record().remaining()];
                long tag = reader.record().getLong(0);
                reader.record().get(record);
                assertThat(record).as("seed %d", seed).isEqualTo(CrashChild.record(tag));
                found.add(tag);
            }
        }
        assertThat(found.size()).as("seed %d", seed).isGreaterThanOrEqualTo(tags.size());
        assertThat(found.subList(0, tags.size())).as("seed %d", seed).isEqualTo(tags);
        told.forEach((sequence, tag) -> {
            assertThat(sequence).as("seed %d", seed).isLessThanOrEqualTo(found.size());
            assertThat(found.get((int) (sequence - 1))).as("seed %d", seed).isEqualTo(tag);
        });
        tags.addAll(found.subList(tags.size(), found.size()));
    }

    private List<String> command(Path directory, String manner) {
        var places = Stream.of(Journal.class, CrashChild.class, Logger.class)
                // By URI: the path of a URL keeps its spaces encoded.
                .map(type -> Path.of(URI.create(
                        type.getProtectionDomain().getCodeSource().getLocation().toString())))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx64m",
                "-cp",
                places,
                CrashChild.class.getName(),
                directory.toString(),
                String.valueOf(random.nextLong()),
                manner);
    }
}
