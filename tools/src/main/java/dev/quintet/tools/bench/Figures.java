package dev.quintet.tools.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The results of a suite as rows: a figure, each contestant's median, and how far ours is ahead. */
final class Figures {
    private final Results results;

    Figures(Results results) {
        this.results = results;
    }

    List<List<String>> rows() {
        var rows = new ArrayList<List<String>>();
        rows.add(header());
        for (String figure : results.figures()) {
            rows.add(row(figure));
        }
        return rows;
    }

    String text() {
        return render(rows(), "  ", "", "");
    }

    String markdown() {
        List<List<String>> rows = new ArrayList<>(rows());
        var rule = new ArrayList<>(List.of("---"));
        rows.getFirst().stream().skip(1).forEach(_ -> rule.add("---:"));
        rows.add(1, rule);
        return render(rows, " | ", "| ", " |");
    }

    private List<String> header() {
        var header = new ArrayList<>(List.of("median"));
        header.addAll(results.contestants());
        peers().forEach(peer -> header.add("× " + peer));
        return header;
    }

    private List<String> row(String figure) {
        var row = new ArrayList<>(List.of(figure));
        for (String contestant : results.contestants()) {
            row.add(number(results.median(contestant, figure)));
        }
        for (String peer : peers()) {
            OptionalDouble ratio = results.ratio(peer, figure);
            row.add(ratio.isPresent() ? "%.2f".formatted(ratio.getAsDouble()) : "");
        }
        return row;
    }

    private List<String> peers() {
        return results.contestants().stream()
                .skip(1)
                .filter(name -> !name.equals(Rounds.PROBE))
                .toList();
    }

    static String number(OptionalDouble value) {
        if (value.isEmpty()) {
            return "";
        }
        double number = value.getAsDouble();
        String format = Math.abs(number) >= 100 ? "%,.0f" : Math.abs(number) >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, number);
    }

    private static String render(List<List<String>> rows, String between, String before, String after) {
        int columns = rows.getFirst().size();
        int[] width = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                width[i] = Math.max(width[i], row.get(i).length());
            }
        }
        var text = new StringBuilder();
        for (List<String> row : rows) {
            var cells = new ArrayList<String>();
            for (int i = 0; i < columns; i++) {
                String pad = " ".repeat(width[i] - row.get(i).length());
                cells.add(i == 0 ? row.get(i) + pad : pad + row.get(i));
            }
            text.append(before)
                    .append(String.join(between, cells))
                    .append(after)
                    .append('\n');
        }
        return text.toString();
    }
}
