package dev.quintet.rewarder.domain.policy;

import java.util.Locale;

/** What becomes of the units that the shares' fractions leave over. */
public enum Rounding {
    /** Handed out one by one, largest fraction first, ties by account: payouts add up to the pool. */
    LARGEST_REMAINDER,
    /** Not handed out: they stay in the manifest as the residual. */
    FLOOR;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
