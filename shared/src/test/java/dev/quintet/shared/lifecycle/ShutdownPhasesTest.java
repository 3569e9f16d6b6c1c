package dev.quintet.shared.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The drain against Quarkus' own shutdown, in a real process that gets a real SIGTERM. */
@Timeout(90)
class ShutdownPhasesTest {
    /** What the JVM and Quarkus take around the drain on a busy machine of two cores. */
    private static final Duration SLACK = Duration.ofSeconds(4);

    private static final int SIGTERM_STATUS = 143;

    @TempDir
    static Path built;

    @TempDir
    Path folder;

    private static Path jar = Path.of("");

    @BeforeAll
    static void build() throws Exception {
        jar = PackagedApp.build(built, "dev.quintet.shared.lifecycle.app", Map.of("phases.enabled", "true"));
    }

    @Test
    void finishesWhatWasAcceptedAndRefusesTheRest() throws Exception {
        try (var process = new PhasesProcess(jar, folder, "-Dquintet.drain-deadline=5s")) {
            // Given
            process.awaitAdmin("/readyz", 200);
            var events = process.stream("/phases/events").get(10, TimeUnit.SECONDS);
            var inFlight = process.ask("/phases/work/2000");
            process.awaitProgress("1+0");
            var queued = process.ask("/phases/work/1");
            process.awaitProgress("1+1");

            // When
            process.terminate();
            process.awaitAdmin("/readyz", 503);
            int alive = process.admin("/healthz");
            String late = process.ask("/phases/work/1").get(10, TimeUnit.SECONDS);

            // Then
            assertThat(alive).isEqualTo(200);
            assertThat(late).doesNotContain("done");
            assertThat(inFlight.get(10, TimeUnit.SECONDS)).isEqualTo("done");
            assertThat(queued.get(10, TimeUnit.SECONDS)).isEqualTo("done");
            assertThat(events).contains("data:hello");
            assertThat(process.awaitExit()).isEqualTo(SIGTERM_STATUS);
            // Two tasks: the pipeline's, and the reloader that every service has.
            assertThat(process.log())
                    .containsSubsequence("phase delay", "drain took_ms=", "phase shutdown")
                    .contains("tasks_drained=2 tasks_aborted=0 items_drained=1 items_aborted=0");
        }
    }

    @Test
    void atTheDeadlineTheRestIsAbortedAndAnsweredAndTheProcessEnds() throws Exception {
        try (var process = new PhasesProcess(jar, folder, "-Dquintet.drain-deadline=1s")) {
            // Given
            process.awaitAdmin("/readyz", 200);
            var hung = process.ask("/phases/work/60000");
            process.awaitProgress("1+0");
            var queued = process.ask("/phases/work/1");
            process.awaitProgress("1+1");

            // When
            long start = System.nanoTime();
            process.terminate();
            int exit = process.awaitExit();
            var took = Duration.ofNanos(System.nanoTime() - start);

            // Then
            assertThat(queued.get(10, TimeUnit.SECONDS)).isEqualTo("aborted");
            assertThat(hung.exceptionNow()).isNotNull();
            assertThat(exit).isEqualTo(SIGTERM_STATUS);
            assertThat(took).isLessThan(Duration.ofSeconds(1).plus(SLACK));
            assertThat(process.log()).contains("tasks_aborted=1 [work] items_drained=0 items_aborted=1");
        }
    }
}
