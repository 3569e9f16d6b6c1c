package dev.quintet.registry.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.quintet.registry.domain.ArtifactReader;
import dev.quintet.registry.domain.Checkpoint;
import dev.quintet.registry.domain.CorruptLogException;
import dev.quintet.registry.domain.Event;
import dev.quintet.registry.domain.Origin;
import dev.quintet.registry.domain.Proposal;
import dev.quintet.registry.domain.payload.Approval;
import dev.quintet.registry.domain.payload.Json;
import dev.quintet.registry.domain.payload.MalformedException;
import dev.quintet.registry.domain.payload.PayloadReader;
import dev.quintet.shared.content.CanonicalJson;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;

/**
 * Events as log records: one letter, then JSON. A commit has its correlation id (a length byte and ASCII) between the
 * letter and the artifact. docs/concurrency/registry.md has the table.
 */
final class Records {
    static final byte PROPOSED = 'P';
    static final byte APPROVED = 'A';
    static final byte COMMITTED = 'C';
    static final byte CHECKPOINTED = 'K';
    static final byte REJECTED = 'R';

    private Records() {}

    static ByteBuffer encode(Event event) {
        return switch (event) {
            case Event.Proposed(Proposal proposal) -> proposed(proposal);
            case Event.Approved(String id, Approval approval) ->
                json(
                        APPROVED,
                        Map.of(
                                "proposal_id", id,
                                "signer_id", approval.signerId(),
                                "public_key", approval.publicKey(),
                                "sig", approval.signature(),
                                "signed_at", approval.signedAt().toString()));
            case Event.Committed committed -> committed(committed);
            case Event.Checkpointed(Checkpoint checkpoint) ->
                json(
                        CHECKPOINTED,
                        Map.of(
                                "size", checkpoint.size(),
                                "root", checkpoint.rootBase64(),
                                "hash", checkpoint.hash().toString(),
                                "at", checkpoint.at().toString(),
                                "note", checkpoint.note()));
            case Event.Rejected rejected -> json(REJECTED, audit(rejected));
        };
    }

    static Event decode(ByteBuffer record) {
        byte letter = record.get(record.position());
        try {
            return switch (letter) {
                case PROPOSED -> proposed(tree(record));
                case APPROVED -> approved(tree(record));
                case COMMITTED -> new Event.Committed(ArtifactReader.read(artifact(record)), corrId(record));
                case CHECKPOINTED -> checkpointed(tree(record));
                case REJECTED -> rejected(tree(record));
                default -> throw new CorruptLogException("a record of unknown kind " + letter);
            };
        } catch (MalformedException e) {
            throw new CorruptLogException("a record cannot be read: " + e.getMessage());
        }
    }

    static boolean commit(ByteBuffer record) {
        return record.get(record.position()) == COMMITTED;
    }

    /** The artifact of a commit's record. */
    static byte[] artifact(ByteBuffer record) {
        int skip = 2 + corrLength(record);
        byte[] bytes = new byte[record.remaining() - skip];
        record.get(record.position() + skip, bytes);
        return bytes;
    }

    private static String corrId(ByteBuffer record) {
        byte[] bytes = new byte[corrLength(record)];
        record.get(record.position() + 2, bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    private static int corrLength(ByteBuffer record) {
        return record.get(record.position() + 1) & 0xFF;
    }

    static Map<String, Object> audit(Event.Rejected rejected) {
        return Map.of(
                "at", rejected.at().toString(),
                "token_id", rejected.origin().tokenId(),
                "corr_id", rejected.origin().corrId(),
                "what", rejected.what(),
                "proposal_id", rejected.subject(),
                "hash", rejected.hash(),
                "code", rejected.code(),
                "detail", rejected.detail());
    }

    private static ByteBuffer committed(Event.Committed committed) {
        byte[] corr = committed.corrId().getBytes(StandardCharsets.US_ASCII);
        byte[] artifact = committed.artifact().bytes();
        return ByteBuffer.allocate(2 + corr.length + artifact.length)
                .put(COMMITTED)
                .put((byte) corr.length)
                .put(corr)
                .put(artifact)
                .flip();
    }

    private static ByteBuffer proposed(Proposal proposal) {
        // The payload is canonical already, and the names around it sort as they stand.
        return text(
                PROPOSED,
                "{\"base\":" + proposal.base() + ",\"expires_at\":\"" + proposal.expiresAt() + "\",\"payload\":"
                        + proposal.payload().canonical() + ",\"proposal_id\":\"" + proposal.id() + "\"}");
    }

    private static Event proposed(JsonNode json) {
        return new Event.Proposed(new Proposal(
                Json.text(json, "proposal_id"),
                PayloadReader.read(json.get("payload"), Integer.MAX_VALUE),
                time(json, "expires_at"),
                Json.number(json, "base", 0, Long.MAX_VALUE)));
    }

    private static Event approved(JsonNode json) {
        var approval = new Approval(
                Json.text(json, "signer_id"),
                Json.text(json, "public_key"),
                Json.text(json, "sig"),
                time(json, "signed_at"));
        return new Event.Approved(Json.text(json, "proposal_id"), approval);
    }

    private static Event checkpointed(JsonNode json) {
        return new Event.Checkpointed(new Checkpoint(
                Json.number(json, "size", 1, Long.MAX_VALUE),
                Json.text(json, "root"),
                Json.address(json, "hash"),
                time(json, "at"),
                Json.text(json, "note")));
    }

    private static Event rejected(JsonNode json) {
        var origin = new Origin(Json.text(json, "token_id"), Json.text(json, "corr_id"));
        return new Event.Rejected(
                time(json, "at"),
                origin,
                Json.text(json, "what"),
                Json.text(json, "proposal_id"),
                Json.text(json, "hash"),
                Json.text(json, "code"),
                Json.text(json, "detail"));
    }

    private static Instant time(JsonNode json, String member) {
        return Json.time(Json.text(json, member), member);
    }

    private static JsonNode tree(ByteBuffer record) {
        byte[] bytes = new byte[record.remaining() - 1];
        record.get(record.position() + 1, bytes);
        return ArtifactReader.tree(new String(bytes, StandardCharsets.UTF_8));
    }

    private static ByteBuffer json(byte letter, Map<String, Object> document) {
        return text(letter, new String(CanonicalJson.bytes(document), StandardCharsets.UTF_8));
    }

    private static ByteBuffer text(byte letter, String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + bytes.length).put(letter).put(bytes).flip();
    }
}
