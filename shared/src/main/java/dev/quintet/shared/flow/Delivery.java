package dev.quintet.shared.flow;

/** What a subscriber of a {@link Broadcast} receives: an item, or the news that it was too slow. */
public sealed interface Delivery<T> {

    /** The next item in publishing order. */
    record Item<T>(T value) implements Delivery<T> {}

    /** Exactly {@code missed} items were lost between the previous item and the next one. */
    record Lagged<T>(long missed) implements Delivery<T> {}
}
