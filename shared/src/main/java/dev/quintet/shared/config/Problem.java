package dev.quintet.shared.config;

import java.util.Locale;

/** One thing wrong with a configuration, as the line an operator reads. */
public record Problem(Reason reason, String line) {

    /** The bounded set of reasons a reload can fail for. */
    public enum Reason {
        INVALID,
        DANGER,
        UNKNOWN_KEY,
        UNREADABLE,
        CERTIFICATE;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
