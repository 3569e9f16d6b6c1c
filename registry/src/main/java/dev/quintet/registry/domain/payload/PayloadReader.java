package dev.quintet.registry.domain.payload;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads payloads strictly; what passes here is what the log keeps for ever. */
public final class PayloadReader {
    /** One proposal is one decision of people; a thousand descriptors are more than anybody reads. */
    static final int DESCRIPTORS_MAX = 1_024;

    private static final int NOTE_MAX = 4_096;
    private static final Set<String> MEMBERS = Set.of("put", "remove", "expect_head", "note", "supersede");
    private static final Set<String> DESCRIPTOR = Set.of("kind", "id", "body");
    private static final Set<String> KEY = Set.of("kind", "id");
    private static final Set<String> HEAD = Set.of("version", "hash");
    private static final Set<String> SUPERSEDE = Set.of("of", "reason", "note");

    private PayloadReader() {}

    /**
     * The payload that this document is.
     *
     * @throws MalformedException when it is none
     */
    public static Payload read(JsonNode json, int bodyBytesMax) {
        Json.allow(json, "payload", MEMBERS);
        var puts = puts(json.get("put"), bodyBytesMax);
        var removes = removes(json.get("remove"));
        requireDistinct(puts, removes);
        var supersede = Optional.ofNullable(json.get("supersede")).map(PayloadReader::supersede);
        var expected = Optional.ofNullable(json.get("expect_head")).map(PayloadReader::expectation);
        if (puts.isEmpty() && removes.isEmpty() && supersede.isEmpty()) {
            throw new MalformedException("a payload puts, removes or supersedes something");
        }
        note(json);
        String canonical = Json.canonical(json);
        return new Payload(canonical, Payload.address(canonical), puts, removes, expected, supersede);
    }

    private static List<Descriptor> puts(@Nullable JsonNode array, int bodyBytesMax) {
        var puts = new ArrayList<Descriptor>();
        for (JsonNode item : items(array, "put")) {
            Json.allow(item, "a descriptor", DESCRIPTOR);
            var key = key(item);
            var body = item.get("body");
            if (body == null || !body.isObject()) {
                throw new MalformedException("body must be an object");
            }
            String text = Json.canonical(body);
            if (text.length() > bodyBytesMax || utf8Length(text) > bodyBytesMax) {
                throw new MalformedException("a body has at most " + bodyBytesMax + " bytes in canonical form");
            }
            Schemas.check(key, body);
            puts.add(new Descriptor(key, text));
        }
        return List.copyOf(puts);
    }

    private static List<Key> removes(@Nullable JsonNode array) {
        var removes = new ArrayList<Key>();
        for (JsonNode item : items(array, "remove")) {
            Json.allow(item, "a key", KEY);
            removes.add(key(item));
        }
        if (removes.contains(Key.SIGNERS)) {
            throw new MalformedException("the signer set can be changed, not removed");
        }
        return List.copyOf(removes);
    }

    private static Iterable<JsonNode> items(@Nullable JsonNode array, String member) {
        if (array == null) {
            return List.of();
        }
        if (!array.isArray() || array.size() > DESCRIPTORS_MAX) {
            throw new MalformedException(member + " must be a list of at most " + DESCRIPTORS_MAX);
        }
        return array;
    }

    private static Key key(JsonNode item) {
        var kind = Kind.parse(Json.text(item, "kind"))
                .orElseThrow(() ->
                        new MalformedException("kind is service, route, policy, placement, region, node or signers"));
        return new Key(kind, Json.text(item, "id"));
    }

    private static void requireDistinct(List<Descriptor> puts, List<Key> removes) {
        var seen = new HashSet<Key>(removes);
        boolean distinct = seen.size() == removes.size();
        for (Descriptor put : puts) {
            distinct &= seen.add(put.key());
        }
        if (!distinct) {
            throw new MalformedException("a payload names every descriptor at most once");
        }
    }

    private static Payload.Expectation expectation(JsonNode json) {
        Json.allow(json, "expect_head", HEAD);
        return new Payload.Expectation(Json.number(json, "version", 0, Long.MAX_VALUE), Json.address(json, "hash"));
    }

    private static Supersede supersede(JsonNode json) {
        Json.allow(json, "supersede", SUPERSEDE);
        note(json);
        String reason = Json.text(json, "reason");
        for (Supersede.Reason known : Supersede.Reason.values()) {
            if (known.name().equals(reason)) {
                return new Supersede(Json.address(json, "of"), known);
            }
        }
        throw new MalformedException("reason is KEY_COMPROMISE, DATA_ERROR, GOVERNANCE_ACTION or OTHER");
    }

    private static void note(JsonNode json) {
        if (Json.optionalText(json, "note")
                .filter(note -> note.length() > NOTE_MAX)
                .isPresent()) {
            throw new MalformedException("a note has at most " + NOTE_MAX + " characters");
        }
    }

    private static int utf8Length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
