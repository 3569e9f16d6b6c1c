package dev.quintet.registry.pipeline;

import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.jspecify.annotations.Nullable;

/**
 * Verifies Ed25519 signatures, strictly by RFC 8032, on the thread of the request. Keys are parsed and validated once
 * and kept, as long as there are not more of them than any signer set could have.
 */
@ApplicationScoped
public class ApprovalVerifier {
    /** Signers of a handful of sets; past it the cache starts anew. */
    private static final int KEYS_MAX = 4_096;

    private final ConcurrentMap<String, Parsed> keys = new ConcurrentHashMap<>();
    private final RegistryMetrics metrics;

    /** A key; the point is null when it is not a point of full order. */
    private record Parsed(Ed25519.@Nullable PublicPoint point) {}

    ApprovalVerifier(RegistryMetrics metrics) {
        this.metrics = metrics;
    }

    /** Whether {@code signature} is that of the key's owner for exactly this text. */
    public boolean verify(String publicKey, String text, byte[] signature) {
        if (keys.size() > KEYS_MAX) {
            keys.clear();
        }
        var point = keys.computeIfAbsent(publicKey, ApprovalVerifier::parse).point();
        byte[] message = text.getBytes(StandardCharsets.UTF_8);
        boolean valid = point != null
                && signature.length == Ed25519.SIGNATURE_SIZE
                && Ed25519.verify(signature, 0, point, message, 0, message.length);
        metrics.verified(valid);
        return valid;
    }

    private static Parsed parse(String publicKey) {
        return new Parsed(
                Ed25519.validatePublicKeyFullExport(Base64.getDecoder().decode(publicKey), 0));
    }
}
