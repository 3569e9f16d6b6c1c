package dev.quintet.registry.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.quintet.registry.domain.Checkpoint;
import dev.quintet.registry.domain.Head;
import dev.quintet.registry.domain.Proposal;
import dev.quintet.registry.domain.Registry.Described;
import dev.quintet.registry.domain.RegistryState;
import dev.quintet.registry.domain.Update;
import dev.quintet.registry.domain.payload.Approval;
import dev.quintet.registry.domain.payload.SignerSet;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/** The registry's nouns as JSON; docs/openapi/registry.yaml describes the same shapes. */
final class Documents {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private Documents() {}

    static ObjectNode object() {
        return JSON.objectNode();
    }

    static ObjectNode commit(Update update) {
        return JSON.objectNode()
                .put("version", update.version())
                .put("hash", update.hash().toString())
                .put("payload_b3", update.payload().toString())
                .put("committed_at", update.committedAt().toString());
    }

    static ObjectNode head(RegistryState state) {
        var view = state.view();
        Head head = view.head();
        var json = JSON.objectNode()
                .put("version", head.version())
                .put("hash", head.hash().toString())
                .put("payload_b3", head.payload().toString())
                .put("committed_at", head.committedAt().toString());
        state.checkpointUpTo(view.checkpoint())
                .ifPresentOrElse(
                        checkpoint -> json.set("checkpoint", checkpoint(checkpoint)), () -> json.putNull("checkpoint"));
        return json;
    }

    static ObjectNode checkpoint(Checkpoint checkpoint) {
        return JSON.objectNode()
                .put("size", checkpoint.size())
                .put("root", checkpoint.rootBase64())
                .put("hash", checkpoint.hash().toString())
                .put("issued_at", checkpoint.at().toString())
                .put("note", checkpoint.note());
    }

    static ObjectNode descriptor(Described described) {
        var json = JSON.objectNode()
                .put("kind", described.key().kind().wire())
                .put("id", described.key().id());
        json.set("body", Bodies.tree(described.body().getBytes(StandardCharsets.UTF_8)));
        return json.put("version", described.version());
    }

    static ObjectNode proposed(Proposal proposal) {
        return JSON.objectNode()
                .put("proposal_id", proposal.id())
                .put("payload_b3", proposal.payload().address().toString())
                .put("expires_at", proposal.expiresAt().toString())
                .put("signing_input", proposal.signingInput());
    }

    static ObjectNode proposal(Proposal proposal, RegistryState state, Instant now) {
        var signers = state.view().signers();
        var json = proposed(proposal).put("state", state.stateOf(proposal, now)).put("base_version", proposal.base());
        if (proposal.committed()) {
            json.put("version", proposal.version());
        }
        if (!proposal.payload().canonical().isEmpty()) {
            json.set("payload", Bodies.tree(proposal.payload().canonical().getBytes(StandardCharsets.UTF_8)));
        }
        var counting = signers.counting(proposal.approvals(), now);
        var approvals = json.putArray("approvals");
        for (Approval approval : proposal.approvals()) {
            approvals
                    .addObject()
                    .put("signer_id", approval.signerId())
                    .put("algo", Approval.ALGO)
                    .put("sig", approval.signature())
                    .put("signed_at", approval.signedAt().toString())
                    .put("counts", counting.contains(approval));
        }
        json.set("quorum", quorum(signers));
        return json;
    }

    /** What a signer is told: who counts so far, and whether that is enough. */
    static ObjectNode approved(Proposal proposal, SignerSet signers, Instant now) {
        var counting = signers.counting(proposal.approvals(), now);
        var json = JSON.objectNode().put("status", counting.size() >= signers.m() ? "ready" : "pending");
        var ids = json.putArray("approvals");
        counting.forEach(approval -> ids.add(approval.signerId()));
        json.set("quorum", quorum(signers));
        return json;
    }

    static ArrayNode hashes(List<byte[]> hashes) {
        var array = JSON.arrayNode();
        hashes.forEach(hash -> array.add(base64(hash)));
        return array;
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static ObjectNode quorum(SignerSet signers) {
        return JSON.objectNode()
                .put("m", signers.m())
                .put("n", signers.signers().size());
    }
}
