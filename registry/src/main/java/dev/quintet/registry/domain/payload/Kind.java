package dev.quintet.registry.domain.payload;

import java.util.Locale;
import java.util.Optional;

/** What a descriptor describes. */
public enum Kind {
    SERVICE,
    ROUTE,
    POLICY,
    PLACEMENT,
    REGION,
    NODE,
    SIGNERS;

    private final String wire = name().toLowerCase(Locale.ROOT);

    /** As it is written in bodies and paths. */
    public String wire() {
        return wire;
    }

    public static Optional<Kind> parse(String wire) {
        for (Kind kind : values()) {
            if (kind.wire.equals(wire)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
