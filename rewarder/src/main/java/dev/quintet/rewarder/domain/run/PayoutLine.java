package dev.quintet.rewarder.domain.run;

import dev.quintet.rewarder.domain.number.Uint128;
import dev.quintet.rewarder.domain.usage.Metric;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One line of the payout file: who gets how much, and from which usage. {@code metrics} are in {@link Metric}'s order. */
public record PayoutLine(int payee, String account, Uint128 amount, Uint128 score, List<Long> metrics) {

    public PayoutLine {
        metrics = List.copyOf(metrics);
    }

    public long metric(Metric metric) {
        return metrics.get(metric.column());
    }

    /** Reads back what {@link PayoutWriter} wrote; the format is fixed, so members are found by their order. */
    static PayoutLine parse(int payee, byte[] bytes, int from, int to) {
        String text = new String(bytes, from, to - from, StandardCharsets.US_ASCII);
        String[] parts = text.split("\"", -1);
        // {"account":"a","amount_minor":"1","bytes_served":2,"bytes_stored":3,"requests":4,"score":"5","uptime_seconds":6}
        if (parts.length != 21) {
            throw new IllegalArgumentException("not a payout line: " + text);
        }
        return new PayoutLine(
                payee,
                parts[3],
                Uint128.parse(parts[7]).orElseThrow(),
                Uint128.parse(parts[17]).orElseThrow(),
                List.of(number(parts[12]), number(parts[10]), number(parts[20]), number(parts[14])));
    }

    private static long number(String between) {
        return Long.parseLong(between.substring(1, between.length() - 1));
    }
}
