package dev.quintet.tools.bench;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** A bar chart of medians: one group per figure, scaled to the best of its group, since groups differ in unit. */
final class SvgChart {
    private static final int WIDTH = 760;
    private static final int LEFT = 250;
    private static final int BAR = 16;
    private static final int GAP = 14;
    private static final List<String> COLOURS =
            List.of("#2563eb", "#f59e0b", "#10b981", "#ef4444", "#8b5cf6", "#64748b");

    private final StringBuilder svg = new StringBuilder();
    private final Results results;

    SvgChart(Results results) {
        this.results = results;
    }

    String draw(String title) {
        int y = text(16, 24, title, "font-weight='bold'") + GAP;
        for (String figure : results.figures()) {
            text(16, y + 12, figure + (Results.higherIsBetter(figure) ? "" : " (lower is better)"), "");
            y = group(figure, y + BAR + 4) + GAP;
        }
        return "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif' font-size='12'>%n%s</svg>%n"
                .formatted(WIDTH, y, "<rect width='100%' height='100%' fill='white'/>\n" + svg);
    }

    private int group(String figure, int top) {
        List<String> contestants = results.contestants();
        double best = contestants.stream()
                .mapToDouble(name -> results.median(name, figure).orElse(0))
                .max()
                .orElse(1);
        int y = top;
        for (int i = 0; i < contestants.size(); i++) {
            OptionalDouble median = results.median(contestants.get(i), figure);
            if (median.isPresent()) {
                int length = (int) Math.round((WIDTH - LEFT - 110) * median.getAsDouble() / Math.max(best, 1e-12));
                text(32, y + 12, contestants.get(i), "fill='#475569'");
                svg.append(String.format(
                        Locale.ROOT,
                        "<rect x='%d' y='%d' width='%d' height='%d' fill='%s'/>%n",
                        LEFT,
                        y,
                        Math.max(length, 1),
                        BAR - 3,
                        COLOURS.get(i % COLOURS.size())));
                text(LEFT + length + 6, y + 11, Figures.number(median), "");
                y += BAR;
            }
        }
        return y;
    }

    private int text(int x, int y, String text, String attributes) {
        String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        svg.append("<text x='%d' y='%d' %s>%s</text>%n".formatted(x, y, attributes, escaped));
        return y;
    }
}
