package dev.quintet.shared.reload;

import java.util.Locale;

/** What asked for a reload; the {@code source} label of its counter. */
enum ReloadSource {
    SIGNAL,
    FILE;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
