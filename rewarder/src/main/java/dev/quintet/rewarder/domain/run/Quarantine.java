package dev.quintet.rewarder.domain.run;

import java.util.Locale;

/**
 * Why an epoch must not pay, with the smallest witness: the first line or payee that shows it.
 *
 * @param line the snapshot's line, 0 where none is to blame
 * @param account empty where none is to blame
 */
public record Quarantine(Reason reason, String detail, long line, String account) {

    /** Bounded, so that it can be counted and searched for. */
    public enum Reason {
        /** The snapshot is not what a snapshot is. */
        SCHEMA,
        /** The snapshot is for another epoch. */
        EPOCH,
        /** The snapshot expands more than an honest one. */
        BOMB,
        /** Scores leave 128 bits. */
        OVERFLOW,
        /** Nobody contributed, so nobody can be paid. */
        NO_SCORE,
        /** The account that pays is among the paid. */
        SELF_PAYMENT,
        /** The result broke a rule that was checked independently of the calculus. */
        CONSERVATION,
        /** The settlement could not be handed over in time. */
        INTENTS;

        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
