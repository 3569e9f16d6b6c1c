package dev.quintet.storage.api.condition;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** What {@code Range} asks for, before and after the size of the object is known. */
public sealed interface ByteRange {
    /** More digits would not fit a long, and no object is that large. */
    int DIGITS_MAX = 18;

    /** The whole object: no header, another unit than bytes, or several ranges, which we choose not to serve apart. */
    record Whole() implements ByteRange {}

    /** {@code first-last}, or {@code first-} when {@code last} is {@link Long#MAX_VALUE}. */
    record From(long first, long last) implements ByteRange {}

    /** {@code -count}: the last bytes. */
    record Suffix(long count) implements ByteRange {}

    /** Not in the grammar of byte ranges. */
    record Malformed() implements ByteRange {}

    /** The answer for an object of a certain size. */
    sealed interface Selection {
        /** 200 with everything. */
        record All() implements Selection {}

        /** 206 with bytes {@code first} to {@code last}, both included. */
        record Part(long first, long last) implements Selection {
            public long count() {
                return last - first + 1;
            }

            /** The value of {@code Content-Range}. */
            public String of(long size) {
                return "bytes " + first + "-" + last + "/" + size;
            }
        }

        /** 416. */
        record Unsatisfiable() implements Selection {}
    }

    /** Reads all values of the header, of which a client may send one. */
    static ByteRange parse(List<String> values) {
        return switch (values.size()) {
            case 0 -> new Whole();
            case 1 -> Text.parse(values.getFirst().strip());
            default -> new Malformed();
        };
    }

    default Selection of(long size) {
        return switch (this) {
            case Whole _ -> new Selection.All();
            case Malformed _ -> new Selection.Unsatisfiable();
            case From(long first, long last) ->
                first < size ? new Selection.Part(first, Math.min(last, size - 1)) : new Selection.Unsatisfiable();
            case Suffix(long count) when count == 0 -> new Selection.Unsatisfiable();
            // Satisfiable, says the grammar, but an empty part has no Content-Range.
            case Suffix _ when size == 0 -> new Selection.All();
            case Suffix(long count) -> new Selection.Part(Math.max(0, size - count), size - 1);
        };
    }

    /** The written form. */
    final class Text {
        private static final String UNIT = "bytes=";
        private static final Pattern ONE = Pattern.compile("(\\d*)-(\\d*)");
        private static final Pattern OTHER_UNIT = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+=[\\x21-\\x7e]*");

        private Text() {}

        private static ByteRange parse(String value) {
            if (!value.regionMatches(true, 0, UNIT, 0, UNIT.length())) {
                boolean other = OTHER_UNIT.matcher(value).matches()
                        && !value.toLowerCase(Locale.ROOT).startsWith("bytes");
                return other ? new Whole() : new Malformed();
            }
            List<ByteRange> ranges = List.of(value.substring(UNIT.length()).split(",", -1)).stream()
                    .map(String::strip)
                    .filter(range -> !range.isEmpty()) // Empty list elements are ignored (section 5.6.1).
                    .map(Text::one)
                    .toList();
            if (ranges.isEmpty() || ranges.stream().anyMatch(Malformed.class::isInstance)) {
                return new Malformed();
            }
            return ranges.size() == 1 ? ranges.getFirst() : new Whole();
        }

        private static ByteRange one(String range) {
            var match = ONE.matcher(range);
            if (!match.matches()) {
                return new Malformed();
            }
            String first = match.group(1);
            String last = match.group(2);
            if (first.isEmpty()) {
                return last.isEmpty() ? new Malformed() : new Suffix(number(last));
            }
            long from = number(first);
            long to = last.isEmpty() ? Long.MAX_VALUE : number(last);
            return to < from ? new Malformed() : new From(from, to);
        }

        /** A number past every size is as good as any other such number. */
        private static long number(String digits) {
            String significant = digits.replaceFirst("^0+(?=.)", "");
            return significant.length() > DIGITS_MAX ? Long.MAX_VALUE : Long.parseLong(significant);
        }
    }
}
