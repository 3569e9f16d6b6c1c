package dev.quintet.storage.api.condition;

import dev.quintet.shared.content.ContentAddress;
import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Optional;

/**
 * The conditions of one request, in the order of RFC 9110, section 13.2.2. Objects have no date of modification: conditions
 * on dates are ignored, and a date in {@code If-Range} never holds.
 */
public record Conditions(
        Optional<EntityTags> match, Optional<EntityTags> noneMatch, Optional<EntityTags> ifRange, ByteRange range) {

    /** What the conditions say about a representation that exists. */
    public enum Verdict {
        PROCEED,
        NOT_MODIFIED,
        PRECONDITION_FAILED
    }

    public static Conditions of(MultiMap headers) {
        return new Conditions(
                tags(headers.getAll("If-Match")),
                tags(headers.getAll("If-None-Match")),
                tags(headers.getAll("If-Range")),
                ByteRange.parse(headers.getAll("Range")));
    }

    /** For a read. */
    public Verdict judge(ContentAddress address) {
        String tag = address.toString();
        if (match.isPresent() && !match.get().matchesStrongly(tag)) {
            return Verdict.PRECONDITION_FAILED;
        }
        if (noneMatch.isPresent() && noneMatch.get().matchesWeakly(tag)) {
            return Verdict.NOT_MODIFIED;
        }
        return Verdict.PROCEED;
    }

    /** For a write: {@code exists} is whether the object is there now. */
    public boolean admitsWrite(ContentAddress address, boolean exists) {
        String tag = address.toString();
        boolean matched = match.isEmpty() || (exists && match.get().matchesStrongly(tag));
        boolean absent = noneMatch.isEmpty() || !exists || !noneMatch.get().matchesWeakly(tag);
        return matched && absent;
    }

    /** Whether a write has to look first. */
    public boolean conditional() {
        return match.isPresent() || noneMatch.isPresent();
    }

    /** The part of an object of this size that is to be sent. */
    public ByteRange.Selection select(ContentAddress address, long size) {
        boolean fresh =
                ifRange.isEmpty() || (!ifRange.get().any() && ifRange.get().matchesStrongly(address.toString()));
        return fresh ? range.of(size) : new ByteRange.Selection.All();
    }

    private static Optional<EntityTags> tags(List<String> values) {
        return values.isEmpty() ? Optional.empty() : Optional.of(EntityTags.parse(values));
    }
}
