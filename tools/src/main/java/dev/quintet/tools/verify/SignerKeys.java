package dev.quintet.tools.verify;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/** A signer set as a commit put it, with the JDK's Ed25519. */
record SignerKeys(int m, Map<String, Key> keys, String name, String attestation) {
    /** What X.509 puts in front of the 32 bytes. */
    private static final byte[] PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    /** One signer's key and when it may be used. */
    record Key(String publicKey, Instant from, Instant until) {}

    static SignerKeys read(JsonNode body) {
        var keys = new HashMap<String, Key>();
        for (JsonNode key : body.path("keys")) {
            keys.put(
                    key.path("signer_id").asText(),
                    new Key(
                            key.path("public_key").asText(),
                            key.has("not_before")
                                    ? Instant.parse(key.path("not_before").asText())
                                    : Instant.MIN,
                            key.has("not_after")
                                    ? Instant.parse(key.path("not_after").asText())
                                    : Instant.MAX));
        }
        var attestation = body.path("attestation");
        return new SignerKeys(
                body.path("m").asInt(),
                Map.copyOf(keys),
                attestation.path("name").asText(),
                attestation.path("public_key").asText());
    }

    boolean has(String signer, String publicKey) {
        var key = keys.get(signer);
        return key != null && key.publicKey().equals(publicKey);
    }

    boolean verifies(String signer, String text, String signature, Instant at) {
        var key = keys.get(signer);
        return key != null
                && !at.isBefore(key.from())
                && at.isBefore(key.until())
                && verifies(key.publicKey(), text, signature);
    }

    boolean attests(CheckpointNote note) {
        return note.name().equals(name)
                && note.origin().equals(name)
                && note.keyId()
                        .equals(CheckpointNote.keyId(name, Base64.getDecoder().decode(attestation)))
                && verifies(attestation, note.text(), note.signature());
    }

    static boolean verifies(String publicKey, String text, String signature) {
        try {
            byte[] bytes = Base64.getDecoder().decode(signature);
            if (!Base64.getEncoder().encodeToString(bytes).equals(signature)) {
                return false;
            }
            var verifier = Signature.getInstance("Ed25519");
            verifier.initVerify(key(publicKey));
            verifier.update(text.getBytes(StandardCharsets.UTF_8));
            return verifier.verify(bytes);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    private static PublicKey key(String base64) throws GeneralSecurityException {
        byte[] raw = Base64.getDecoder().decode(base64);
        byte[] encoded = new byte[PREFIX.length + raw.length];
        System.arraycopy(PREFIX, 0, encoded, 0, PREFIX.length);
        System.arraycopy(raw, 0, encoded, PREFIX.length, raw.length);
        return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
    }
}
