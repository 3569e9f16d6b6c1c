package dev.quintet.registry.pipeline;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.quintet.registry.config.RegistryConfig;
import dev.quintet.registry.domain.payload.Key;
import dev.quintet.registry.domain.payload.MalformedException;
import dev.quintet.registry.domain.payload.Payload;
import dev.quintet.registry.domain.payload.PayloadReader;
import java.util.List;
import java.util.Optional;

/** The first commit of a log: its signer set, as configured. The only one that nobody approves. */
final class Genesis {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private Genesis() {}

    /** Empty when no signers are configured; a bad value stops the start and is named. */
    static Optional<Payload> payload(RegistryConfig config, String attestationKey) {
        return config.genesis()
                .signers()
                .map(signers -> payload(config, List.of(signers.split(",", -1)), attestationKey));
    }

    private static Payload payload(RegistryConfig config, List<String> signers, String attestationKey) {
        var body = JSON.objectNode();
        body.put("m", config.genesis().quorum());
        var keys = body.putArray("keys");
        signers.forEach(signer -> keys.add(key(signer)));
        body.putObject("attestation").put("name", config.checkpoint().origin()).put("public_key", attestationKey);
        var payload = JSON.objectNode();
        payload.putArray("put")
                .addObject()
                .put("kind", Key.SIGNERS.kind().wire())
                .put("id", Key.SIGNERS.id())
                .set("body", body);
        try {
            return PayloadReader.read(
                    payload, (int) config.proposals().descriptorMax().asLongValue());
        } catch (MalformedException e) {
            throw new IllegalArgumentException("quintet.registry.genesis: " + e.getMessage(), e);
        }
    }

    /** {@code org:alpha#key1=base64}; the base64 may end in equals signs of its own. */
    private static ObjectNode key(String signer) {
        int at = signer.indexOf('=');
        if (at < 1) {
            throw new IllegalArgumentException("quintet.registry.genesis.signers: each is signer_id=public key");
        }
        String id = signer.substring(0, at).trim();
        int end = id.indexOf('#');
        return JSON.objectNode()
                .put("signer_id", id)
                .put("public_key", signer.substring(at + 1).trim())
                .put("org", end < 0 ? id : id.substring(0, end));
    }
}
