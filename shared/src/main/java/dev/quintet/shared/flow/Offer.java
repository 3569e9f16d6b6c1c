package dev.quintet.shared.flow;

/** What a channel answers a producer. */
public enum Offer {
    /** The item will be handled exactly once, or counted as aborted. */
    ACCEPTED,
    /** No room, now or until the deadline; the item was not taken. */
    FULL,
    /** The channel is closed for good; the item was not taken. */
    CLOSED
}
