package dev.quintet.tools.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** Every sample of one suite: contestant, figure, value per round. Medians and ratios are derived, never stored. */
final class Results {
    private final Map<String, Map<String, List<Double>>> samples = new LinkedHashMap<>();

    void add(String contestant, Map<String, Double> figures) {
        Map<String, List<Double>> own = samples.computeIfAbsent(contestant, _ -> new LinkedHashMap<>());
        figures.forEach((figure, value) ->
                own.computeIfAbsent(figure, _ -> new ArrayList<>()).add(value));
    }

    List<String> contestants() {
        return List.copyOf(samples.keySet());
    }

    Set<String> figures() {
        var all = new LinkedHashSet<String>();
        samples.values().forEach(own -> all.addAll(own.keySet()));
        return all;
    }

    List<Double> samples(String contestant, String figure) {
        return samples.getOrDefault(contestant, Map.of()).getOrDefault(figure, List.of());
    }

    OptionalDouble median(String contestant, String figure) {
        return median(samples(contestant, figure));
    }

    /** How far ours, the first contestant, is ahead of the other: above 1 is better, whatever the unit. */
    OptionalDouble ratio(String other, String figure) {
        OptionalDouble ours = median(contestants().getFirst(), figure);
        OptionalDouble theirs = median(other, figure);
        if (ours.isEmpty() || theirs.isEmpty() || ours.getAsDouble() == 0 || theirs.getAsDouble() == 0) {
            return OptionalDouble.empty();
        }
        double ratio = ours.getAsDouble() / theirs.getAsDouble();
        return OptionalDouble.of(higherIsBetter(figure) ? ratio : 1 / ratio);
    }

    static boolean higherIsBetter(String figure) {
        return figure.endsWith("/s");
    }

    static OptionalDouble median(List<Double> values) {
        if (values.isEmpty()) {
            return OptionalDouble.empty();
        }
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return OptionalDouble.of(
                sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2);
    }
}
