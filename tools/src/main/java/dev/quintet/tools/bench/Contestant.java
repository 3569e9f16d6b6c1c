package dev.quintet.tools.bench;

import java.util.Map;

/** Somebody who is measured: ourselves, or a peer with its version and settings in the name. */
public record Contestant(String name, Measurement measurement) {
    /** One complete measurement, warm-up included; called once per round. */
    @FunctionalInterface
    public interface Measurement {
        /**
         * Figures by name, in the order in which they are shown. The name ends with the unit; one that ends with {@code /s} is
         * better when it is higher, any other when it is lower: {@code "1 waiter, records/s"}, {@code "offer to handle, ns"}.
         */
        Map<String, Double> measure() throws Exception;
    }
}
