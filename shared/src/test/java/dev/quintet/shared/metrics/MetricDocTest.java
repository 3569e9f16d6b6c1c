package dev.quintet.shared.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.testkit.GoldenDoc;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/metrics.md has a row for each meter that all services share, with labels that exist. */
class MetricDocTest {
    private static final Pattern ROW = Pattern.compile("^\\| `([a-z_]+)(?:\\{([a-z_,]+)})?` \\|", Pattern.MULTILINE);

    @Test
    void theDocumentListsEveryMeter() throws IOException {
        var documented =
                ROW.matcher(document()).results().map(row -> row.group(1)).toList();

        assertThat(documented).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(meters());
    }

    @Test
    void theDocumentUsesOnlyAgreedLabels() throws IOException {
        var labels = ROW.matcher(document())
                .results()
                .filter(row -> row.group(2) != null)
                .flatMap(row -> Arrays.stream(row.group(2).split(",", -1)));

        assertThat(labels)
                .isNotEmpty()
                .allMatch(names().filter(name -> !meter(name)).toList()::contains);
    }

    private static String document() throws IOException {
        return Files.readString(GoldenDoc.root().resolve("docs/metrics.md"));
    }

    private static List<String> meters() {
        return names().filter(MetricDocTest::meter).toList();
    }

    /** Labels are single words. */
    private static boolean meter(String name) {
        return name.contains("_");
    }

    private static Stream<String> names() {
        return Arrays.stream(MetricNames.class.getFields()).map(MetricDocTest::value);
    }

    private static String value(Field field) {
        try {
            return String.valueOf(field.get(null));
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
