package dev.quintet.registry.domain;

import dev.quintet.registry.domain.payload.Key;
import dev.quintet.registry.domain.payload.Kind;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The log as readers see it: durable, from the oldest version kept to the head. May read the disk unless it says not. */
public interface Registry {

    /** A descriptor in force at some version; {@code version} is the commit that put it. */
    record Described(Key key, long version, String body) {}

    /** The folded state; proposals, checkpoints and proofs are read from it without the disk. */
    RegistryState state();

    /** The oldest version whose artifact is kept; everything before is pruned. */
    long firstVersion();

    /** The artifact's canonical text, for a kept version up to the head. */
    byte[] artifact(long version);

    /** What subscribers were told about a kept version. */
    Update update(long version);

    /** The descriptor as of {@code at}, a kept version. */
    Optional<Described> descriptor(Key key, long at);

    /** Up to {@code limit} descriptors as of {@code at}, in order, after a key and of one kind if they are given. */
    List<Described> descriptors(@Nullable Kind kind, @Nullable Key after, long at, int limit);
}
