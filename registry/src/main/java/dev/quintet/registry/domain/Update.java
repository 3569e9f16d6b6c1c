package dev.quintet.registry.domain;

import dev.quintet.shared.content.ContentAddress;
import java.time.Instant;

/** News of a commit, as subscribers get it; {@code corrId} is that of the request which committed it. */
public record Update(long version, ContentAddress hash, ContentAddress payload, Instant committedAt, String corrId) {

    public static Update of(Event.Committed commit) {
        var head = commit.artifact().head();
        return new Update(head.version(), head.hash(), head.payload(), head.committedAt(), commit.corrId());
    }
}
