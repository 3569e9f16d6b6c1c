package dev.quintet.tools.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The command behind {@code ./quintet bench [--list] [--quick] [--rounds N] [--no-document] [all|name…]}. A complete run
 * replaces its section of docs/benchmarks.md; a quick one, a single round, is for trying things out and leaves it alone.
 */
public final class Bench {
    private static final int ROUNDS = 5;

    private final Path root = Path.of(System.getProperty("quintet.root", "."));
    private final Path folder =
            Path.of(System.getProperty("quintet.data", ".quintet")).resolve("bench");
    private final List<String> names = new ArrayList<>();
    private int rounds = ROUNDS;
    private boolean document = true;

    private Bench() {}

    /** Exit status 0 after a complete run, 1 when a measurement failed, 2 for a wrong command line. */
    public static void main(String[] arguments) throws Exception {
        System.exit(new Bench().run(List.of(arguments)));
    }

    private int run(List<String> arguments) throws Exception {
        List<Suite> all = Suites.all(root, folder);
        for (int i = 0; i < arguments.size(); i++) {
            switch (arguments.get(i)) {
                case "--list" -> {
                    all.forEach(suite -> System.out.println(suite.name() + ": " + suite.question()));
                    return 0;
                }
                case "--document" -> document = true;
                case "--no-document" -> document = false;
                case "--quick" -> {
                    System.setProperty("quintet.bench.quick", "true"); // Suites with long preparations shorten them.
                    rounds = 1;
                    document = false;
                }
                case "all" -> names.clear();
                case "--rounds" -> {
                    i++;
                    rounds = i < arguments.size() && arguments.get(i).matches("[1-9][0-9]{0,2}")
                            ? Integer.parseInt(arguments.get(i))
                            : 0;
                }
                default -> names.add(arguments.get(i));
            }
        }
        List<String> known = all.stream().map(Suite::name).toList();
        if (rounds == 0 || !known.containsAll(names)) {
            System.err.println("usage: ./quintet bench [--list] [--quick] [--rounds 1…999] [--no-document] [all|"
                    + String.join("|", known) + "]…");
            return 2;
        }
        for (Suite suite : all) {
            if (names.isEmpty() || names.contains(suite.name())) {
                measure(suite);
            }
        }
        return 0;
    }

    private void measure(Suite suite) throws Exception {
        String command = "./quintet bench --rounds " + rounds + " " + suite.name();
        var reports = new Reports(Machine.here(), Instant.now(), command);
        Results results = new Rounds(new SyncProbe(folder), System.out::println).run(suite, rounds);
        System.out.println("\n" + suite.question() + "\n\n" + new Figures(results).text());
        suite.goals().forEach(goal -> System.out.println("goal: " + goal));
        Path json = reports.write(suite, results, folder);
        System.out.println("samples and chart: " + json);
        if (document) {
            Path docs = root.resolve("docs");
            Files.createDirectories(docs.resolve("benchmarks"));
            Files.writeString(docs.resolve("benchmarks/" + suite.name() + ".svg"), reports.chart(suite, results));
            Files.copy(json, docs.resolve("benchmarks/" + suite.name() + ".json"), StandardCopyOption.REPLACE_EXISTING);
            new BenchmarksPage(docs.resolve("benchmarks.md"))
                    .replace(suite.name(), reports.section(suite, results, rounds));
        }
    }
}
