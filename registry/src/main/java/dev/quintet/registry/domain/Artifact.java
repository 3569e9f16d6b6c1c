package dev.quintet.registry.domain;

import dev.quintet.registry.domain.payload.Approval;
import dev.quintet.registry.domain.payload.Payload;
import dev.quintet.shared.content.Blake3Hasher;
import dev.quintet.shared.content.ContentAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A commit as it is kept, served, hashed and proven: one canonical JSON text whose {@code hash} member is the BLAKE3 of
 * the text without it. Immutable; the array is shared and must not be changed.
 */
public final class Artifact {
    static final int SCHEMA_VERSION = 1;

    private static final byte[] HASH_MEMBER = ",\"hash\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final int ADDRESS_CHARS = 67;

    private final Head head;
    private final ContentAddress previous;
    private final Payload payload;
    private final String proposalId;
    private final byte[] bytes;

    private Artifact(Head head, ContentAddress previous, Payload payload, String proposalId, byte[] bytes) {
        this.head = head;
        this.previous = previous;
        this.payload = payload;
        this.proposalId = proposalId;
        this.bytes = bytes;
    }

    /** The genesis commit: no proposal, no approvals. */
    static Artifact genesis(Payload payload, Instant now) {
        return seal(Head.NONE, payload, null, List.of(), now);
    }

    /** The commit that follows {@code previous}. */
    static Artifact seal(Head previous, Proposal proposal, List<Approval> approvals, Instant now) {
        return seal(previous, proposal.payload(), proposal, approvals, now);
    }

    private static Artifact seal(
            Head previous, Payload payload, @Nullable Proposal proposal, List<Approval> approvals, Instant now) {
        long version = previous.version() + 1;
        var out = new StringBuilder(payload.canonical().length() + 512 + approvals.size() * 224);
        out.append("{\"approvals\":[");
        for (int i = 0; i < approvals.size(); i++) {
            if (i > 0) {
                out.append(',');
            }
            approvals.get(i).write(out);
        }
        out.append("],\"committed_at\":\"").append(now).append('"');
        if (proposal != null) {
            out.append(",\"expires_at\":\"").append(proposal.expiresAt()).append('"');
        }
        int at = out.length();
        out.append(",\"payload\":").append(payload.canonical());
        out.append(",\"payload_b3\":\"").append(payload.address());
        out.append("\",\"prev_hash\":\"").append(previous.hash()).append('"');
        if (proposal != null) {
            out.append(",\"proposal_id\":\"").append(proposal.id()).append('"');
        }
        out.append(",\"schema_version\":").append(SCHEMA_VERSION);
        out.append(",\"version\":").append(version).append('}');
        byte[] unsigned = out.toString().getBytes(StandardCharsets.UTF_8);
        // Everything in front of the payload is ASCII, so characters are bytes there.
        var hash = new Blake3Hasher().update(unsigned).address();
        byte[] bytes = splice(unsigned, at, ",\"hash\":\"" + hash + "\"");
        var head = new Head(version, hash, payload.address(), now);
        return new Artifact(head, previous.hash(), payload, proposal == null ? "" : proposal.id(), bytes);
    }

    /** What a log record turned out to hold. */
    static Artifact of(Head head, ContentAddress previous, Payload payload, String proposalId, byte[] bytes) {
        return new Artifact(head, previous, payload, proposalId, bytes);
    }

    /** Whether the {@code hash} in these bytes is the hash of the rest of them; needs no parser. */
    public static boolean hashHolds(byte[] bytes) {
        int at = hashMember(bytes);
        int end = at + HASH_MEMBER.length + ADDRESS_CHARS + 1;
        if (at < 0 || end > bytes.length) {
            return false;
        }
        var stated = new String(bytes, at + HASH_MEMBER.length, ADDRESS_CHARS, StandardCharsets.US_ASCII);
        var actual = new Blake3Hasher().update(bytes, 0, at).update(bytes, end, bytes.length - end);
        return bytes[end - 1] == '"' && actual.address().toString().equals(stated);
    }

    public Head head() {
        return head;
    }

    public ContentAddress previous() {
        return previous;
    }

    public Payload payload() {
        return payload;
    }

    /** Empty for the genesis commit. */
    public String proposalId() {
        return proposalId;
    }

    /** The canonical text. */
    public byte[] bytes() {
        return bytes;
    }

    private static byte[] splice(byte[] text, int at, String insert) {
        byte[] middle = insert.getBytes(StandardCharsets.US_ASCII);
        byte[] whole = new byte[text.length + middle.length];
        System.arraycopy(text, 0, whole, 0, at);
        System.arraycopy(middle, 0, whole, at, middle.length);
        System.arraycopy(text, at, whole, at + middle.length, text.length - at);
        return whole;
    }

    /** The first place with the member's name: what stands before it (approvals, times) cannot contain it. */
    private static int hashMember(byte[] bytes) {
        outer:
        for (int i = 0; i <= bytes.length - HASH_MEMBER.length; i++) {
            for (int j = 0; j < HASH_MEMBER.length; j++) {
                if (bytes[i + j] != HASH_MEMBER[j]) {
                    continue outer;
                }
            }
            return i;
        }
        return -1;
    }
}
