package dev.quintet.shared.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.testkit.GoldenDoc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/errors.md lists every code of every module; services write theirs in the form of {@link CommonError}. */
class ErrorDocTest {
    private static final List<String> MODULES =
            List.of("shared", "gateway", "registry", "storage", "wallet", "rewarder");
    private static final Pattern CONSTANT =
            Pattern.compile("^ {4}([A-Z][A-Z0-9_]*)\\((\\d{3}), (true|false), \"([^\"]+)\"\\)[,;]", Pattern.MULTILINE);

    @Test
    void theDocumentListsEveryCode() throws IOException {
        var text = new StringBuilder();
        for (String module : MODULES) {
            var rows = rows(module);
            if (!rows.isEmpty()) {
                text.append("\n## ")
                        .append(module.equals("shared") ? "Every service" : module)
                        .append("\n\n| code | status | retry | meaning |\n|---|---:|---|---|\n");
                rows.forEach(row -> text.append(row).append('\n'));
            }
        }

        GoldenDoc.check("docs/errors.md", text.append('\n').toString());
    }

    @Test
    void theSourceIsReadAsItIsCompiled() throws IOException {
        assertThat(rows("shared")).hasSize(CommonError.values().length);
    }

    @Test
    void whatAdvisesToWaitIsRetryable() {
        assertThat(CommonError.values())
                .filteredOn(code -> code.status() == 429 || code.status() == 503)
                .allMatch(CommonError::retryable);
    }

    private static List<String> rows(String module) throws IOException {
        var rows = new ArrayList<String>();
        try (Stream<Path> files = Files.walk(GoldenDoc.root().resolve(module).resolve("src/main/java"))) {
            for (Path file : files.filter(path -> path.toString().endsWith("Error.java"))
                    .sorted()
                    .toList()) {
                String source = Files.readString(file);
                if (source.contains("implements ErrorCode")) {
                    CONSTANT.matcher(source)
                            .results()
                            .map(code -> "| `%s` | %s | %s | %s |"
                                    .formatted(
                                            code.group(1),
                                            code.group(2),
                                            code.group(3).equals("true") ? "later" : "no",
                                            code.group(4)))
                            .forEach(rows::add);
                }
            }
        }
        return rows;
    }
}
