package dev.quintet.registry.domain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.registry.domain.payload.Json;
import dev.quintet.registry.domain.payload.MalformedException;
import dev.quintet.registry.domain.payload.PayloadReader;
import dev.quintet.shared.content.ContentAddress;
import java.io.IOException;

/** Reads artifacts that this or an earlier process wrote; anything odd in them is corruption. */
public final class ArtifactReader {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ArtifactReader() {}

    /**
     * Parses and checks an artifact's own statements: its hash and its payload's address.
     *
     * @throws CorruptLogException when they do not hold
     */
    public static Artifact read(byte[] bytes) {
        if (!Artifact.hashHolds(bytes)) {
            throw new CorruptLogException("an artifact's hash does not hold");
        }
        try {
            JsonNode json = JSON.readTree(bytes);
            var payload = PayloadReader.read(json.get("payload"), Integer.MAX_VALUE);
            var head = new Head(
                    Json.number(json, "version", 1, Long.MAX_VALUE),
                    Json.address(json, "hash"),
                    Json.address(json, "payload_b3"),
                    Json.time(Json.text(json, "committed_at"), "committed_at"));
            if (!payload.address().equals(head.payload())) {
                throw new CorruptLogException("payload_b3 of version " + head.version() + " does not hold");
            }
            ContentAddress previous = Json.address(json, "prev_hash");
            return Artifact.of(
                    head,
                    previous,
                    payload,
                    Json.optionalText(json, "proposal_id").orElse(""),
                    bytes);
        } catch (IOException | MalformedException e) {
            throw new CorruptLogException("an artifact cannot be read: " + e.getMessage());
        }
    }

    /** A parsed body of the log's own making. */
    public static JsonNode tree(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new CorruptLogException("a document cannot be read: " + e.getOriginalMessage());
        }
    }
}
