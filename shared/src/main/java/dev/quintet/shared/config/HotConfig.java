package dev.quintet.shared.config;

import io.smallrye.mutiny.Multi;

/**
 * The mapping {@code T} as of the last accepted reload; inject it for any {@code @ConfigMapping} under {@code quintet}.
 *
 * <p>Each value is one immutable snapshot: take {@link #current()} once per decision and all its keys belong together.
 * Keys that are not {@link Hot} keep the value of the start in every snapshot. Reading costs one volatile load and a map
 * lookup; it never blocks.
 */
public interface HotConfig<T> {

    T current();

    /** The current value, then each new one; a slow subscriber gets only the latest. */
    Multi<T> changes();

    /** A value that never changes, for what runs without a container. */
    static <T> HotConfig<T> fixed(T value) {
        return new HotConfig<>() {
            @Override
            public T current() {
                return value;
            }

            @Override
            public Multi<T> changes() {
                return Multi.createFrom().item(value);
            }
        };
    }
}
