package dev.quintet.rewarder.domain.run;

import java.util.List;
import java.util.Locale;

/** What became of one payment. */
public enum IntentState {
    PENDING,
    /** Recorded as on its way; the wallet may or may not have it. */
    SENT,
    ACCEPTED,
    /** The wallet had it already. */
    DUPLICATE,
    /** The wallet refuses it for good; an operator decides. */
    FAILED;

    public static final List<IntentState> ALL = List.of(values());

    public byte code() {
        return (byte) ALL.indexOf(this);
    }

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
