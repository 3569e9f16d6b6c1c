package dev.quintet.shared.config;

/**
 * A start-up check as data: what it is called, which property it is about, how bad its failure is, what to tell the
 * operator, and whether it holds. Produce one as a bean; {@link ConfigGate} collects them all.
 */
public record ConfigCheck(String name, String property, Severity severity, String message, boolean holds) {

    /** Whether the service may start all the same. */
    public enum Severity {
        /** Logged as a warning. */
        WARNING,
        /** Stops the start. */
        SEVERE
    }

    String line() {
        return property + ": " + message + " [" + name + "]";
    }
}
