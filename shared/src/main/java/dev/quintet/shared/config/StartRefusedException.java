package dev.quintet.shared.config;

import java.util.List;

/**
 * The operator must change something before this service can start; each line of the message says what. Quarkus' own
 * PreventFurtherStepsException is not an alternative: Quarkus takes it for a wanted end of the start and waits for a signal.
 */
public final class StartRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String lines;

    public StartRefusedException(String lines) {
        super(lines, null, false, false);
        this.lines = lines;
    }

    List<String> lines() {
        return lines.lines().toList();
    }
}
