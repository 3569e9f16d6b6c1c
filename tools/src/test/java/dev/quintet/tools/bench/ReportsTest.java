package dev.quintet.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

class ReportsTest {
    private final Suite suite = new StartupSuite(Path.of("."));
    private final Reports reports =
            new Reports(Machine.here(), Instant.parse("2026-01-02T03:04:05Z"), "./quintet bench startup");

    @TempDir
    Path folder;

    @Test
    void writesJsonWithEverySampleAndAWellFormedChart() throws Exception {
        // Given
        Results results = results();

        // When
        Path json = reports.write(suite, results, folder);

        // Then
        assertThat(json).hasFileName("startup-20260102-030405.json");
        assertThat(Files.readString(json)).contains("\"median\" : 21.0", "\"samples\" : [ 20.0, 22.0 ]");
        String svg = Files.readString(folder.resolve("startup-20260102-030405.svg"));
        assertThat(DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(svg)))
                        .getElementsByTagName("rect")
                        .getLength())
                .isEqualTo(3);
    }

    @Test
    void replacesOnlyItsOwnSectionOfThePage() throws Exception {
        // Given
        Path file = folder.resolve("benchmarks.md");
        var page = new BenchmarksPage(file);
        page.replace("journal", "old\n");
        page.replace("startup", "first\n");

        // When
        page.replace("startup", reports.section(suite, results(), 2));

        // Then
        assertThat(Files.readString(file))
                .contains("old", "<A & B>, ms", "1000.00", "2026-01-02")
                .doesNotContain("first\n");
    }

    private static Results results() {
        var results = new Results();
        results.add("native", figures(20));
        results.add("native", figures(22));
        results.add("JVM", figures(21_000));
        return results;
    }

    private static Map<String, Double> figures(double value) {
        var figures = new LinkedHashMap<String, Double>();
        figures.put("<A & B>, ms", value);
        return figures;
    }
}
