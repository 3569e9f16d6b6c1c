package dev.quintet.registry.domain.payload;

import dev.quintet.shared.content.ContentAddress;
import java.time.Instant;

/**
 * A signature that was verified. {@code publicKey} is the key it was verified with: should the signer get another key
 * before the commit, the approval no longer counts.
 */
public record Approval(String signerId, String publicKey, String signature, Instant signedAt) {
    /** The only algorithm there is. */
    public static final String ALGO = "ed25519";

    /** Bytes of an Ed25519 signature. */
    public static final int SIGNATURE_BYTES = 64;

    /** The text whose UTF-8 bytes a signer signs; it names the proposal, so a signature fits no other one. */
    public static String signingInput(String proposalId, ContentAddress payload, Instant expiresAt) {
        return "quintet:registry:approval:v1\n" + proposalId + "\n" + payload + "\n" + expiresAt + "\n";
    }

    /** As it stands in an artifact; nothing in it needs an escape. */
    public void write(StringBuilder out) {
        out.append("{\"algo\":\"" + ALGO + "\",\"sig\":\"")
                .append(signature)
                .append("\",\"signed_at\":\"")
                .append(signedAt)
                .append("\",\"signer_id\":\"")
                .append(signerId)
                .append("\"}");
    }
}
