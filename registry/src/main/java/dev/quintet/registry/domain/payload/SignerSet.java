package dev.quintet.registry.domain.payload;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may approve, and how many of them it takes. The body of {@code signers/root}.
 *
 * @param signers by signer id
 * @param attestation the key that the service itself signs checkpoints with
 */
public record SignerSet(int m, Map<String, Signer> signers, Attestation attestation) {
    /** Bytes of an Ed25519 public key. */
    public static final int KEY_BYTES = 32;

    private static final int SIGNERS_MAX = 256;
    private static final Pattern SIGNER_ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:@#-]{0,127}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9./_-]{0,127}");
    private static final Set<String> MEMBERS = Set.of("m", "keys", "attestation");
    private static final Set<String> KEY = Set.of("signer_id", "public_key", "org", "not_before", "not_after");
    private static final Set<String> ATTESTATION = Set.of("name", "public_key");

    /** Nobody; before the genesis commit. */
    public static final SignerSet NONE = new SignerSet(1, Map.of(), new Attestation("", ""));

    /** One key; {@code publicKey} is base64. */
    public record Signer(
            String id, String publicKey, String org, Optional<Instant> notBefore, Optional<Instant> notAfter) {
        /** Whether the key may be used at this moment. */
        public boolean valid(Instant now) {
            return notBefore.filter(now::isBefore).isEmpty()
                    && notAfter.filter(end -> !now.isBefore(end)).isEmpty();
        }
    }

    /** The name and base64 key under which checkpoints are verified. */
    public record Attestation(String name, String publicKey) {}

    /** Whether this text may be a signer's id. */
    public static boolean validId(String id) {
        return SIGNER_ID.matcher(id).matches();
    }

    /** Reads a body strictly: a signer set with a slip in it would lock everybody out. */
    public static SignerSet read(JsonNode body) {
        Json.allow(body, "a signer set", MEMBERS);
        var keys = body.get("keys");
        if (keys == null || !keys.isArray() || keys.isEmpty() || keys.size() > SIGNERS_MAX) {
            throw new MalformedException("keys must be a list of 1 to " + SIGNERS_MAX);
        }
        var signers = new LinkedHashMap<String, Signer>();
        var publicKeys = new HashSet<String>();
        for (JsonNode key : keys) {
            var signer = signer(key);
            if (signers.put(signer.id(), signer) != null || !publicKeys.add(signer.publicKey())) {
                throw new MalformedException("a signer set names every signer and every key once");
            }
        }
        int m = (int) Json.number(body, "m", 1, signers.size());
        return new SignerSet(m, Map.copyOf(signers), attestation(body.get("attestation")));
    }

    /** The approvals that count now: by a signer of this set, with the key it has in this set, valid at this moment. */
    public List<Approval> counting(List<Approval> approvals, Instant now) {
        return approvals.stream().filter(approval -> counts(approval, now)).toList();
    }

    private boolean counts(Approval approval, Instant now) {
        var signer = signers.get(approval.signerId());
        return signer != null && signer.publicKey().equals(approval.publicKey()) && signer.valid(now);
    }

    private static Signer signer(JsonNode key) {
        Json.allow(key, "a key", KEY);
        String id = Json.text(key, "signer_id");
        if (!validId(id)) {
            throw new MalformedException("a signer_id looks like org:alpha#key1");
        }
        String publicKey = Json.text(key, "public_key");
        Json.bytes(publicKey, "public_key", KEY_BYTES);
        return new Signer(id, publicKey, Json.text(key, "org"), time(key, "not_before"), time(key, "not_after"));
    }

    private static Optional<Instant> time(JsonNode key, String member) {
        return Json.optionalText(key, member).map(text -> Json.time(text, member));
    }

    private static Attestation attestation(@Nullable JsonNode json) {
        if (json == null) {
            throw new MalformedException("attestation is required: the name and key that checkpoints are signed with");
        }
        Json.allow(json, "attestation", ATTESTATION);
        String name = Json.text(json, "name");
        if (!NAME.matcher(name).matches()) {
            throw new MalformedException("the attestation's name is 1 to 128 of A-Z a-z 0-9 . / _ -");
        }
        String publicKey = Json.text(json, "public_key");
        Json.bytes(publicKey, "public_key", KEY_BYTES);
        return new Attestation(name, publicKey);
    }
}
