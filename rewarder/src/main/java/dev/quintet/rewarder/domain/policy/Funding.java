package dev.quintet.rewarder.domain.policy;

/** Where the money comes from. */
public sealed interface Funding {
    /** From an account that holds it. */
    record Transfer(String from) implements Funding {}

    /** New money. */
    record Issue() implements Funding {}
}
