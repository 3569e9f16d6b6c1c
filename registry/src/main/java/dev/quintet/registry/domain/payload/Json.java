package dev.quintet.registry.domain.payload;

import com.fasterxml.jackson.databind.JsonNode;
import dev.quintet.shared.content.CanonicalJson;
import dev.quintet.shared.content.ContentAddress;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/** Strict reading of JSON trees: what is not exactly as expected is malformed. */
public final class Json {
    private Json() {}

    /** Refuses members that nobody declared; an object that has them is not what its sender thinks it is. */
    public static void allow(JsonNode object, String what, Set<String> members) {
        if (!object.isObject()) {
            throw new MalformedException(what + " must be an object");
        }
        for (var member : object.properties()) {
            if (!members.contains(member.getKey())) {
                throw new MalformedException(what + " has an unknown field");
            }
        }
    }

    public static String text(JsonNode object, String member) {
        return optionalText(object, member).orElseThrow(() -> new MalformedException(member + " is required"));
    }

    public static Optional<String> optionalText(JsonNode object, String member) {
        var value = object.get(member);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isTextual()) {
            throw new MalformedException(member + " must be a string");
        }
        return Optional.of(value.textValue());
    }

    /** A whole number within the bounds. */
    public static long number(JsonNode object, String member, long min, long max) {
        var value = object.get(member);
        if (value == null) {
            throw new MalformedException(member + " is required");
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < min
                || value.longValue() > max) {
            throw new MalformedException(member + " must be a whole number from " + min + " to " + max);
        }
        return value.longValue();
    }

    public static ContentAddress address(JsonNode object, String member) {
        return ContentAddress.tryParse(text(object, member))
                .orElseThrow(() -> new MalformedException(member + " is \"b3:\" and 64 lower-case hex digits"));
    }

    /** An RFC 3339 time, cut to milliseconds, which is as it will be written. */
    public static Instant time(String text, String member) {
        try {
            return OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MILLIS);
        } catch (DateTimeException _) {
            throw new MalformedException(member + " must be an RFC 3339 time");
        }
    }

    /** Base64 of exactly so many bytes, in its one padded spelling. */
    public static byte[] bytes(String text, String member, int length) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            if (bytes.length == length
                    && Base64.getEncoder().encodeToString(bytes).equals(text)) {
                return bytes;
            }
        } catch (IllegalArgumentException _) {
            // Refused below, like a wrong length.
        }
        throw new MalformedException(member + " must be the base64 of " + length + " bytes");
    }

    static String canonical(JsonNode node) {
        try {
            return new String(CanonicalJson.bytes(node), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new MalformedException(String.valueOf(e.getMessage()));
        }
    }
}
