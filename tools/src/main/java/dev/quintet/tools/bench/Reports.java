package dev.quintet.tools.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes what a run found: JSON with every sample, an SVG of the medians, and on demand the section of the document. */
final class Reports {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final Machine machine;
    private final Instant when;
    private final String command;

    Reports(Machine machine, Instant when, String command) {
        this.machine = machine;
        this.when = when;
        this.command = command;
    }

    Path write(Suite suite, Results results, Path folder) throws IOException {
        Files.createDirectories(folder);
        String stamp = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")
                .withZone(ZoneOffset.UTC)
                .format(when);
        Path json = folder.resolve(suite.name() + "-" + stamp + ".json");
        Files.writeString(json, JSON.writeValueAsString(json(suite, results)) + "\n");
        Files.writeString(folder.resolve(suite.name() + "-" + stamp + ".svg"), chart(suite, results));
        return json;
    }

    String chart(Suite suite, Results results) {
        return new SvgChart(results).draw(suite.name() + ": medians, " + day());
    }

    String section(Suite suite, Results results, int rounds) {
        var text = new StringBuilder("## " + suite.name() + "\n\n" + suite.question() + "\n\n");
        text.append(new Figures(results).markdown());
        text.append("\n× is how far ours, the first column, is ahead (above 1 is better). ");
        text.append("Medians of %d alternating rounds, %s, `%s`.\n".formatted(rounds, day(), command));
        text.append("Machine: " + machine.describe() + ".\n");
        suite.goals().forEach(goal -> text.append("\nGoal: ").append(goal).append('\n'));
        text.append("\n![%s](benchmarks/%s.svg) ([every sample](benchmarks/%s.json))\n"
                .formatted(suite.name(), suite.name(), suite.name()));
        return text.toString();
    }

    private Map<String, Object> json(Suite suite, Results results) {
        var contestants = new LinkedHashMap<String, Object>();
        for (String name : results.contestants()) {
            var figures = new LinkedHashMap<String, Object>();
            for (String figure : results.figures()) {
                if (results.median(name, figure).isPresent()) {
                    figures.put(
                            figure,
                            Map.of(
                                    "median", results.median(name, figure).getAsDouble(),
                                    "samples", results.samples(name, figure)));
                }
            }
            contestants.put(name, figures);
        }
        var json = new LinkedHashMap<String, Object>();
        json.put("suite", suite.name());
        json.put("question", suite.question());
        json.put("time", when.toString());
        json.put("command", command);
        json.put("machine", machine.describe());
        json.put("contestants", contestants);
        return json;
    }

    private String day() {
        return DateTimeFormatter.ISO_LOCAL_DATE.withZone(ZoneOffset.UTC).format(when);
    }
}
