package dev.quintet.shared.reload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.config.QuintetConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import org.jboss.logmanager.Level;
import org.jboss.logmanager.LogContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The running service: a real SIGHUP, a file that changes, a value that is refused. */
@QuarkusTest
@TestProfile(ReloadResourceTest.WithFile.class)
@Timeout(30)
class ReloadResourceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Path FILE = Path.of("target", "reload-test.properties").toAbsolutePath();

    public static class WithFile implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            write("");
            // The tick of an hour leaves the signal as the only trigger.
            return Map.of("quintet.config-file", FILE.toString(), "quintet.config-poll", "1h");
        }
    }

    @Inject
    HotConfig<QuintetConfig> hot;

    @Inject
    QuintetConfig atStart;

    @Inject
    MeterRegistry meters;

    @AfterEach
    void restore() throws IOException, InterruptedException {
        write("");
        hangUp();
        await(config -> config.http().inflightMax() == 1024);
    }

    @Test
    void aSignalPublishesTheNewFile() throws IOException, InterruptedException {
        double before = counter("shared_reload_success_total", "source", "signal");
        write("quintet.http.inflight-max=33\nquarkus.log.category.\"dev.quintet.sample\".level=TRACE");

        hangUp();

        await(config -> config.http().inflightMax() == 33);
        assertThat(hot.current().http().inflightMax()).isEqualTo(33);
        assertThat(atStart.http().inflightMax()).isEqualTo(1024);
        awaitCounter("shared_reload_success_total", "source", "signal", before + 1);
        assertThat(LogContext.getLogContext().getLogger("dev.quintet.sample").getLevel())
                .isEqualTo(Level.TRACE);
    }

    @Test
    void anInvalidFileIsRefusedWholeAndCounted() throws IOException, InterruptedException {
        double before = counter("shared_reload_fail_total", "reason", "invalid");
        write("quintet.http.inflight-max=44\nquintet.drain-deadline=1h");

        hangUp();

        awaitCounter("shared_reload_fail_total", "reason", "invalid", before + 1);
        assertThat(hot.current().http().inflightMax()).isEqualTo(1024);
    }

    /** The first value is the present one, so a change that already came is not missed. */
    private void await(Predicate<QuintetConfig> condition) {
        hot.changes().filter(condition).toUni().await().atMost(PATIENCE);
    }

    private void awaitCounter(String name, String label, String value, double expected) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (counter(name, label, value) < expected && System.nanoTime() - deadline < 0) {
            Thread.onSpinWait();
        }
        assertThat(counter(name, label, value)).isEqualTo(expected);
    }

    private double counter(String name, String label, String value) {
        return meters.counter(name, label, value).count();
    }

    private static void hangUp() throws IOException, InterruptedException {
        String pid = Long.toString(ProcessHandle.current().pid());
        assertThat(new ProcessBuilder("kill", "-HUP", pid).inheritIO().start().waitFor())
                .isZero();
    }

    private static void write(String content) {
        try {
            Files.createDirectories(FILE.getParent());
            Files.writeString(FILE, content);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
