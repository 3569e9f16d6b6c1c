package dev.quintet.tools.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Prometheus accepts the rules, and every alert leads to the paragraph that helps. */
@Timeout(60)
class ObservabilityTest {
    private static final Path FOLDER = Manifests.ROOT.resolve("src/main/observability");
    private static final Path ALERTS = FOLDER.resolve("alerts.yaml");

    @Test
    void everyAlertLeadsToItsParagraph() throws IOException {
        Set<String> anchors = Files.readAllLines(Manifests.ROOT.resolve("docs/operations.md")).stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> "docs/operations.md#"
                        + line.replaceFirst("^#+ ", "")
                                .toLowerCase(Locale.ROOT)
                                .replaceAll("[^a-z0-9 -]", "")
                                .replace(' ', '-'))
                .collect(Collectors.toSet());

        assertThat(alerts().map(alert -> alert.at("/annotations/runbook").asText()))
                .isNotEmpty()
                .allMatch(anchors::contains);
    }

    @Test
    void promtoolAcceptsTheRules() throws Exception {
        Path promtool = Path.of("/usr/bin/promtool");
        Assumptions.assumeTrue(Files.isExecutable(promtool), "promtool is not installed");

        Process check = new ProcessBuilder(promtool.toString(), "check", "rules", ALERTS.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(check.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(check.exitValue()).as(said).isZero();
    }

    private static Stream<JsonNode> alerts() throws IOException {
        return Manifests.YAML.readTree(ALERTS.toFile()).findValues("rules").stream()
                .flatMap(rules ->
                        Stream.iterate(0, at -> at < rules.size(), at -> at + 1).map(rules::get));
    }
}
