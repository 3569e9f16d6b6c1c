package dev.quintet.shared.http.guard;

import java.time.Duration;
import java.util.function.Consumer;

/** What connections are held to; {@code rejected} is told the reason of each refusal. */
public record GuardSettings(
        Duration readTimeout,
        Duration writeTimeout,
        Duration idleTimeout,
        long bodyMaxBytes,
        Consumer<String> rejected) {
    /** As the specification has it; in force until the application has its configuration. */
    private static final GuardSettings DEFAULTS = new GuardSettings(
            Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(60), 1024 * 1024, _ -> {});

    // Static because Netty creates the extension itself. Read again at every check, so a reload takes effect at once.
    private static volatile GuardSettings current = DEFAULTS;

    public static GuardSettings current() {
        return current;
    }

    /** Puts these settings into force for all connections, open ones included. */
    public void apply() {
        current = this;
    }

    /** How often a connection's clock is looked at: a tenth of the shortest limit, so cuts are at most that late. */
    long tickNanos() {
        long shortest = Math.min(readTimeout.toNanos(), Math.min(writeTimeout.toNanos(), idleTimeout.toNanos()));
        return Math.max(shortest / 10, 10_000_000);
    }
}
