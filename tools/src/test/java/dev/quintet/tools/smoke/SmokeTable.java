package dev.quintet.tools.smoke;

import dev.quintet.shared.testkit.ServiceLauncher.Packaging;
import dev.quintet.shared.testkit.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Start time and memory of what the smoke test started, JVM and native side by side; {@code ./quintet native} prints it. */
final class SmokeTable {
    private record Figures(long firstAnswerMillis, long rssMib) {}

    private final Map<String, Map<Packaging, Figures>> rows = new TreeMap<>();

    void record(String service, Packaging packaging, ServiceProcess process) {
        rows.computeIfAbsent(service, _ -> new EnumMap<>(Packaging.class))
                .put(
                        packaging,
                        new Figures(process.timeToFirstAnswer().toMillis(), process.rssBytes() / (1024 * 1024)));
    }

    long rssMib(String service, Packaging packaging) {
        return rows.getOrDefault(service, Map.of()).get(packaging).rssMib();
    }

    void write(Path file) throws IOException {
        var text = new StringBuilder("service    first answer, ms: JVM  native    resident, MiB: JVM  native\n");
        rows.forEach((service, figures) -> text.append("%-10s %21s %7s %22s %7s%n"
                .formatted(
                        service,
                        cell(figures, Packaging.JVM, Figures::firstAnswerMillis),
                        cell(figures, Packaging.NATIVE, Figures::firstAnswerMillis),
                        cell(figures, Packaging.JVM, Figures::rssMib),
                        cell(figures, Packaging.NATIVE, Figures::rssMib))));
        Files.writeString(file, text);
    }

    private static String cell(Map<Packaging, Figures> figures, Packaging packaging, Function<Figures, Long> value) {
        return figures.containsKey(packaging)
                ? value.apply(figures.get(packaging)).toString()
                : "-";
    }
}
