package dev.quintet.wallet.domain;

/** The answer to one command. */
public sealed interface Outcome {

    /** Accepted now, as entry {@code seq}. */
    record Committed(long seq) implements Outcome {}

    /** The same request was accepted earlier, as entry {@code seq}. */
    record Replayed(long seq) implements Outcome {}

    /** Turned down; {@code expected} is the nonce to use after {@link Refusal#NONCE_CONFLICT}, otherwise zero. */
    record Refused(Refusal reason, long expected) implements Outcome {}

    /** Another operation of the same atomic batch was refused, so this one was not applied either. */
    record Abandoned() implements Outcome {}
}
