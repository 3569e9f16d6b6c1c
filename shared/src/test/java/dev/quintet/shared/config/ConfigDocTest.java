package dev.quintet.shared.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.config.SettingSource.Entry;
import dev.quintet.shared.testkit.GoldenDoc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** docs/configuration.md lists every key of every module as its mapping interface declares it. */
class ConfigDocTest {
    private static final List<String> MODULES =
            List.of("shared", "gateway", "registry", "storage", "wallet", "rewarder");

    @Test
    void theDocumentListsEverySetting() throws IOException {
        var text = new StringBuilder();
        for (String module : MODULES) {
            text.append("\n## ")
                    .append(module.equals("shared") ? "Every service" : module)
                    .append("\n\n| key, variable | type | default | range | applies | what it does |\n")
                    .append("|---|---|---|---|---|---|\n");
            entries(module).forEach(entry -> text.append(row(entry)));
        }
        text.append('\n');

        GoldenDoc.check("docs/configuration.md", text.toString());
    }

    @Test
    void everyNumberHasARangeAndEverySettingAConsequence() throws IOException {
        for (String module : MODULES) {
            for (Entry entry : entries(module)) {
                assertThat(entry.consequence()).as(entry.key()).isNotEmpty();
                if (!entry.type().matches("boolean|(Optional<)?(Path|String|URI)>?|List<String>")) {
                    assertThat(entry.fact("Bounds.min")).as(entry.key()).isNotEmpty();
                    assertThat(entry.fact("Bounds.max")).as(entry.key()).isNotEmpty();
                }
            }
        }
    }

    @Test
    void sourceAndReflectionSeeTheSameKeys() throws IOException {
        Path source = GoldenDoc.root().resolve("shared/src/main/java/dev/quintet/shared/config/QuintetConfig.java");

        assertThat(SettingSource.read(source))
                .extracting(Entry::key)
                .containsExactlyInAnyOrderElementsOf(Setting.of(QuintetConfig.class).stream()
                        .map(Setting::key)
                        .toList());
        assertThat(SettingSource.read(source))
                .filteredOn(Entry::hot)
                .extracting(Entry::key)
                .containsExactlyInAnyOrderElementsOf(Setting.of(QuintetConfig.class).stream()
                        .filter(Setting::hot)
                        .map(Setting::key)
                        .toList());
    }

    private static List<Entry> entries(String module) throws IOException {
        Path sources = GoldenDoc.root().resolve(module).resolve("src/main/java");
        var entries = new ArrayList<Entry>();
        try (var files = Files.walk(sources)) {
            for (Path file : files.filter(f -> f.toString().endsWith("Config.java"))
                    .sorted()
                    .toList()) {
                String source = Files.readString(file);
                if (source.contains("@ConfigMapping(")) {
                    assertThat(source).as("%s in a native image", file).contains("\n@RegisterForReflection");
                    entries.addAll(SettingSource.read(file));
                }
            }
        }
        entries.sort(Comparator.comparing(Entry::key));
        return entries;
    }

    private static String row(Entry entry) {
        String variable = entry.key().replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
        String range =
                entry.fact("Bounds.min").isEmpty() ? "–" : entry.fact("Bounds.min") + " … " + entry.fact("Bounds.max");
        String danger = entry.facts().containsKey("Danger") ? " **Danger** past the default." : "";
        return "| `%s` `%s` | %s | %s | %s | %s | %s%s |\n"
                .formatted(
                        entry.key() + (entry.type().startsWith("Map<") ? ".<name>" : ""),
                        variable + (entry.type().startsWith("Map<") ? "__NAME_" : ""),
                        noun(entry.type()),
                        entry.facts().containsKey("WithDefault") ? "`" + entry.fact("WithDefault.value") + "`" : "–",
                        range,
                        entry.hot() ? "hot" : "restart",
                        entry.consequence(),
                        danger);
    }

    private static String noun(String type) {
        return switch (type.replaceAll("^\\w+<(?:\\w+, )?(\\w+)>$", "$1")) {
            case "boolean" -> "flag";
            case "Duration" -> "duration";
            case "MemorySize" -> "size";
            case "Path" -> "path";
            case "String" -> "text";
            default -> "number";
        };
    }
}
