package dev.quintet.shared.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.config.Problem.Reason;
import dev.quintet.shared.config.SnapshotLoader.Outcome;
import dev.quintet.shared.config.SnapshotLoader.Outcome.Loaded;
import dev.quintet.shared.config.SnapshotLoader.Outcome.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class SnapshotLoaderTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void writeEmptyFile() throws IOException {
        file = Files.createFile(folder.resolve("quintet.properties"));
    }

    @Test
    void aHotKeyChanges() throws IOException {
        var loader = loader(Map.of());
        write("quintet.http.read-timeout=7s");

        assertThat(loader.first().get(QuintetConfig.class).http().readTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config(loader.load()).http().readTimeout()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void aKeyTakenOutOfTheFileFallsBackToItsDefault() throws IOException {
        var loader = loader(Map.of());
        write("quintet.http.inflight-max=7");
        assertThat(config(loader.load()).http().inflightMax()).isEqualTo(7);
        write("");

        assertThat(config(loader.load()).http().inflightMax()).isEqualTo(1024);
    }

    @Test
    void aKeyThatNeedsARestartIsNamedAndKeepsItsValue() throws IOException {
        var loader = loader(Map.of());
        write("quintet.http.idle-timeout=30s\nquintet.capability.root-key=new\nquintet.http.read-timeout=7s");

        var outcome = loader.load();

        assertThat(((Loaded) outcome).waiting())
                .containsExactlyInAnyOrder("quintet.http.idle-timeout", "quintet.capability.root-key");
        assertThat(config(outcome).http().idleTimeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(config(outcome).capability().rootKey()).isEmpty();
        assertThat(config(outcome).http().readTimeout()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void oneBadValueRefusesTheWholeFile() throws IOException {
        var loader = loader(Map.of());
        write("quintet.http.read-timeout=7s\nquintet.drain-deadline=6s");

        assertThat(loader.load())
                .isEqualTo(new Refused(List.of(new Problem(
                        Reason.INVALID,
                        "quintet.drain-deadline: \"6s\" is out of range; allowed 1s to 5s (default 3s)"))));
    }

    @Test
    void everyReasonToRefuseIsTold() throws IOException {
        var loader = loader(Map.of());

        assertThat(reason(loader, "quintet.http.inflight-max=many")).isEqualTo(Reason.INVALID);
        assertThat(reason(loader, "quintet.http.inflight-max=1025")).isEqualTo(Reason.DANGER);
        assertThat(reason(loader, "quintet.http.inflight=1")).isEqualTo(Reason.UNKNOWN_KEY);
        assertThat(reason(loader, "quarkus.log.level=LOUD")).isEqualTo(Reason.INVALID);
        assertThat(reason(loader, "broken=\\u12")).isEqualTo(Reason.UNREADABLE);
        Files.delete(file);
        assertThat(loader.load())
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.problems())
                                .containsExactly(new Problem(
                                        Reason.UNREADABLE,
                                        "quintet.config-file: \"" + file + "\" cannot be read: no such file")));
    }

    @Test
    void consentToDangerIsOnlyGivenAtStart() throws IOException {
        assertThat(reason(loader(Map.of()), "quintet.danger-ok=true\nquintet.http.inflight-max=1025"))
                .isEqualTo(Reason.DANGER);
        var consenting = loader(Map.of("quintet.danger-ok", "true"));
        write("quintet.http.inflight-max=1025");
        assertThat(config(consenting.load()).http().inflightMax()).isEqualTo(1025);
    }

    @Test
    void withoutAFileTheStartIsLoadedAgain() {
        var loader = new SnapshotLoader(Configs.of(Map.of()), List.of(QuintetConfig.class), Optional.empty());

        assertThat(config(loader.load()).http().inflightMax()).isEqualTo(1024);
    }

    /** Keys that always change together are never seen apart, within one mapping and across two. */
    @Test
    void readersNeverSeeAMixtureOfTwoLoads() throws IOException, ExecutionException, InterruptedException {
        var loader = loader(Map.of());
        var published = new AtomicReference<>(load(loader, 1));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var stop = new CompletableFuture<Void>();
            var readers = IntStream.range(0, 4)
                    .mapToObj(_ -> CompletableFuture.supplyAsync(() -> mixtures(published, stop), threads))
                    .toList();
            for (int i = 0; i < 200; i++) {
                published.set(load(loader, 1 + i % 50));
            }
            stop.complete(null);

            for (var reader : readers) {
                assertThat(reader.get()).isZero();
            }
        }
    }

    private Snapshot load(SnapshotLoader loader, int seconds) throws IOException {
        write("quintet.http.read-timeout=%1$ds\nquintet.http.write-timeout=%1$ds\nquintet.gauge.seconds=%1$ds"
                .formatted(seconds));
        return ((Loaded) loader.load()).snapshot();
    }

    private static long mixtures(AtomicReference<Snapshot> published, CompletableFuture<Void> stop) {
        long mixtures = 0;
        while (!stop.isDone()) {
            Snapshot seen = Objects.requireNonNull(published.get());
            var http = seen.get(QuintetConfig.class).http();
            if (!http.readTimeout().equals(http.writeTimeout())
                    || !http.readTimeout().equals(seen.get(GaugeConfig.class).seconds())) {
                mixtures++;
            }
            Thread.onSpinWait();
        }
        return mixtures;
    }

    private Reason reason(SnapshotLoader loader, String content) throws IOException {
        write(content);
        return ((Refused) loader.load()).problems().getFirst().reason();
    }

    private SnapshotLoader loader(Map<String, String> start) {
        return new SnapshotLoader(
                Configs.of(start), List.of(QuintetConfig.class, GaugeConfig.class), Optional.of(new ConfigFile(file)));
    }

    private void write(String content) throws IOException {
        Files.writeString(file, content);
    }

    private static QuintetConfig config(Outcome outcome) {
        return ((Loaded) outcome).snapshot().get(QuintetConfig.class);
    }
}
