package dev.quintet.registry.api;

import com.fasterxml.jackson.databind.JsonNode;

/** A body that leaves as JSON, or as the same document in CBOR when the caller prefers that. */
public final class Answer {
    private final byte[] json;

    private Answer(byte[] json) {
        this.json = json;
    }

    static Answer of(JsonNode tree) {
        return new Answer(Bodies.json(tree));
    }

    /** Of bytes that are JSON already. */
    static Answer of(byte[] json) {
        return new Answer(json);
    }

    byte[] json() {
        return json;
    }
}
