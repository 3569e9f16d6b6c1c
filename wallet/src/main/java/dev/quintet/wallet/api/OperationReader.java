package dev.quintet.wallet.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import dev.quintet.wallet.api.Operation.Member;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads request bodies member by member: an unknown or repeated member, another type, or anything behind the document
 * is refused. By hand, because a batch of thousands should cost neither a tree nor reflection.
 */
final class OperationReader {
    // Repeated members are noticed here, where they are known by number; the parser would keep a set of names per
    // object.
    private static final JsonFactory JSON = new JsonFactoryBuilder()
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private OperationReader() {}

    /** A batch as it came. */
    record BatchBody(List<Operation> operations, boolean atomic) {}

    static Operation operation(byte[] body) {
        return read(body, OperationReader::operation);
    }

    static BatchBody batch(byte[] body, int max) {
        return read(body, json -> batch(json, max));
    }

    private interface Reading<T> {
        T from(JsonParser json) throws IOException;
    }

    private static <T> T read(byte[] body, Reading<T> reading) {
        try (JsonParser json = JSON.createParser(body)) {
            json.nextToken();
            T result = reading.from(json);
            if (json.nextToken() != null) {
                throw Refusals.malformed("there is something after the JSON document");
            }
            return result;
        } catch (JsonProcessingException e) {
            var at = e.getLocation();
            String where = at == null ? "" : ": line " + at.getLineNr() + ", column " + at.getColumnNr();
            throw Refusals.malformed("malformed JSON" + where);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Operation operation(JsonParser json) throws IOException {
        expect(json, JsonToken.START_OBJECT, "an object is required");
        var operation = new Operation();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            Member member = Member.of(json.currentName());
            if (member == null) {
                throw Refusals.malformed("unknown field");
            }
            json.nextToken();
            if (member.isNumber()) {
                expect(json, JsonToken.VALUE_NUMBER_INT, "wrong type: " + member.wire());
                operation.put(member, number(json, member));
            } else {
                expect(json, JsonToken.VALUE_STRING, "wrong type: " + member.wire());
                operation.put(member, json.getText());
            }
        }
        expect(json, JsonToken.END_OBJECT, "malformed JSON");
        return operation;
    }

    private static long number(JsonParser json, Member member) throws IOException {
        try {
            return json.getLongValue();
        } catch (InputCoercionException e) {
            throw Refusals.malformed(member.wire() + " is out of range");
        }
    }

    private static BatchBody batch(JsonParser json, int max) throws IOException {
        expect(json, JsonToken.START_OBJECT, "an object is required");
        var operations = new ArrayList<Operation>();
        Boolean atomic = null;
        boolean found = false;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "atomic" -> {
                    once(atomic == null, name);
                    atomic = json.getBooleanValue();
                }
                case "operations" -> {
                    once(!found, name);
                    found = true;
                    expect(json, JsonToken.START_ARRAY, "wrong type: operations");
                    while (json.nextToken() != JsonToken.END_ARRAY) {
                        operations.add(operation(json));
                        if (operations.size() > max) {
                            throw Refusals.malformed("more than " + max + " operations");
                        }
                    }
                }
                default -> throw Refusals.malformed("unknown field");
            }
        }
        expect(json, JsonToken.END_OBJECT, "malformed JSON");
        if (!found || operations.isEmpty()) {
            throw Refusals.malformed("operations must not be empty");
        }
        if (atomic == null) {
            throw Refusals.malformed("missing field: atomic");
        }
        return new BatchBody(operations, atomic);
    }

    private static void once(boolean first, String name) {
        if (!first) {
            throw Refusals.malformed("duplicate field: " + name);
        }
    }

    private static void expect(JsonParser json, JsonToken token, String otherwise) {
        if (json.currentToken() != token) {
            throw Refusals.malformed(otherwise);
        }
    }
}
