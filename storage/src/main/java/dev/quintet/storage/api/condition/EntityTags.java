package dev.quintet.storage.api.condition;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The value of {@code If-Match} or {@code If-None-Match}: any representation, or a list of tags. */
public record EntityTags(boolean any, List<Tag> tags) {
    // A tag may contain commas, so the list cannot simply be cut at them.
    private static final Pattern TAG =
            Pattern.compile("\\G[ \\t,]*(W/)?\"([\\x21\\x23-\\x7e\\x80-\\xff]*)\"[ \\t]*(?=,|$)");

    /** One entity tag, without its quotes. */
    public record Tag(boolean weak, String opaque) {}

    /** Reads all values of the header; what is not an entity tag matches nothing. */
    public static EntityTags parse(List<String> values) {
        var tags = new ArrayList<Tag>();
        for (String value : values) {
            if (value.strip().equals("*")) {
                return new EntityTags(true, List.of());
            }
            var match = TAG.matcher(value);
            while (match.find()) {
                tags.add(new Tag(match.group(1) != null, match.group(2)));
            }
        }
        return new EntityTags(false, List.copyOf(tags));
    }

    /** Strong comparison, for {@code If-Match} and {@code If-Range}: a weak tag never matches. */
    public boolean matchesStrongly(String opaque) {
        return any || tags.stream().anyMatch(tag -> !tag.weak() && tag.opaque().equals(opaque));
    }

    /** Weak comparison, for {@code If-None-Match}. */
    public boolean matchesWeakly(String opaque) {
        return any || tags.stream().anyMatch(tag -> tag.opaque().equals(opaque));
    }
}
