package dev.quintet.rewarder.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.rewarder.domain.usage.UsageReader;
import dev.quintet.rewarder.pipeline.RunRequest.Ask;
import dev.quintet.rewarder.pipeline.RunRequest.Mode;
import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the body of a compute or release. What is wrong with the usage itself is not judged here: that is a quarantine's matter. */
@ApplicationScoped
class AskReader {
    private static final Set<String> MEMBERS = Set.of("inputs", "snapshot", "policy", "dry_run", "notes");
    private static final Set<String> SNAPSHOT = Set.of("schema", "epoch", "pool_minor", "asset", "usage");
    private static final Pattern POLICY = Pattern.compile("[A-Za-z0-9._-]{1,128}");
    private static final int NOTES_MAX = 1_024;

    private final ObjectMapper json;

    AskReader(ObjectMapper json) {
        this.json = json;
    }

    Ask read(byte[] body, boolean release) {
        JsonNode node;
        try {
            node = json.readTree(body);
        } catch (JsonProcessingException e) {
            throw malformed("the body is not JSON");
        } catch (IOException e) {
            throw malformed("the body cannot be read");
        }
        allow(node, MEMBERS, "the body");
        if (node.has("inputs") == node.has("snapshot")) {
            throw malformed("say either inputs or snapshot");
        }
        byte[] inline = node.has("snapshot") ? lines(node.path("snapshot")) : null;
        var inputs = inline == null ? address(node.path("inputs")) : ContentAddress.of(Blake3.hash(inline), 0);
        var policy = node.path("policy");
        allow(policy, Set.of("id", "version"), "policy");
        String id = policy.path("id").isTextual() ? policy.path("id").textValue() : "";
        if (!POLICY.matcher(id).matches()) {
            throw malformed("policy.id is not " + POLICY);
        }
        return new Ask(inputs, inline, id, version(policy), mode(node, release), notes(node));
    }

    /** The inline snapshot as the lines it would have in storage, so that both are sealed and read alike. */
    private byte[] lines(JsonNode snapshot) {
        allow(snapshot, SNAPSHOT, "snapshot");
        if (!snapshot.path("usage").isArray()) {
            throw malformed("snapshot.usage is not a list");
        }
        var header = json.createObjectNode();
        header.put("schema", UsageReader.SCHEMA);
        for (String member : new String[] {"schema", "epoch", "pool_minor", "asset"}) {
            if (snapshot.has(member)) {
                header.set(member, snapshot.get(member));
            }
        }
        var text = new StringBuilder().append(header).append('\n');
        snapshot.path("usage").forEach(line -> text.append(line).append('\n'));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static ContentAddress address(JsonNode node) {
        return ContentAddress.tryParse(node.isTextual() ? node.textValue() : "")
                .orElseThrow(() -> malformed("inputs is not b3: and 64 lower-case hex digits"));
    }

    private static OptionalLong version(JsonNode policy) {
        var version = policy.path("version");
        if (version.isMissingNode()) {
            return OptionalLong.empty();
        }
        if (!version.isIntegralNumber() || !version.canConvertToLong() || version.longValue() < 1) {
            throw malformed("policy.version is not a positive integer");
        }
        return OptionalLong.of(version.longValue());
    }

    private static Mode mode(JsonNode node, boolean release) {
        var dry = node.path("dry_run");
        if (!dry.isMissingNode() && !dry.isBoolean()) {
            throw malformed("dry_run is true or false");
        }
        if (release && dry.asBoolean()) {
            throw malformed("a release is no dry run");
        }
        if (release) {
            return Mode.RELEASE;
        }
        return dry.asBoolean() ? Mode.DRY : Mode.RUN;
    }

    private static String notes(JsonNode node) {
        var notes = node.path("notes");
        if (notes.isMissingNode()) {
            return "";
        }
        if (!notes.isTextual() || notes.textValue().length() > NOTES_MAX) {
            throw malformed("notes is not a string of at most " + NOTES_MAX + " characters");
        }
        return notes.textValue();
    }

    private static void allow(JsonNode node, Set<String> members, String what) {
        if (!node.isObject()) {
            throw malformed(what + " is not an object");
        }
        node.fieldNames().forEachRemaining(name -> {
            if (!members.contains(name)) {
                throw malformed(what + " has an unknown member");
            }
        });
    }

    static ServiceException malformed(String detail) {
        return new ServiceException(CommonError.BAD_REQUEST, detail);
    }
}
