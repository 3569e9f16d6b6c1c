package dev.quintet.rewarder.domain.usage;

import java.util.List;
import java.util.Locale;

/** What is measured per contributor. */
public enum Metric {
    BYTES_STORED(0),
    BYTES_SERVED(1),
    UPTIME_SECONDS(2),
    REQUESTS(3);

    public static final List<Metric> ALL = List.of(values());

    private final int column;
    private final String wire = name().toLowerCase(Locale.ROOT);

    Metric(int column) {
        this.column = column;
    }

    /** Its place among the columns. */
    public int column() {
        return column;
    }

    public String wire() {
        return wire;
    }
}
