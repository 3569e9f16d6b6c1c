package dev.quintet.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;

/** A reward policy becomes law: proposed by one, signed by two of three, committed to the log. */
final class Governing implements Demo.Chapter {
    private final RunningSystem system;
    private final Narrator narrator;
    private final Story story;

    Governing(RunningSystem system, Narrator narrator, Story story) {
        this.system = system;
        this.narrator = narrator;
        this.story = story;
    }

    @Override
    public void tell() throws IOException {
        narrator.chapter("Three signers govern the reward policy; two must agree");
        system.introduce("clerk", List.of("registry:propose", "registry:approve", "registry:commit"));
        JsonNode proposal = system.json("clerk", json("POST", "/registry/proposals", proposal()), 202);
        String id = proposal.get("proposal_id").asText();

        approve(id, "alpha", proposal.get("signing_input").asText());
        narrator.say("One signature is not enough:");
        JsonNode refusal = system.json("clerk", json("POST", "/registry/commit/" + id, ""), 422);
        narrator.answer(
                refusal.get("code").asText() + ": " + refusal.get("detail").asText());
        approve(id, "beta", proposal.get("signing_input").asText());
        JsonNode commit = system.json("clerk", json("POST", "/registry/commit/" + id, ""), 201);
        story.policyVersion = commit.get("version").asLong();
        narrator.good(
                "Policy " + story.policy + " is version " + story.policyVersion + " of the log, with both signatures.");
    }

    private String proposal() {
        return """
                {"payload":{"put":[{"kind":"policy","id":"%s","body":{"weights":{"bytes_stored":1000000,\
                "bytes_served":1000000,"uptime_seconds":0,"requests":0},"min_payout_minor":"0","max_payout_minor":"%s",\
                "pool_cap_minor":"1000000","rounding":"largest_remainder","funding":{"mode":"transfer","from":"%s"}}}],\
                "remove":[]}}""".formatted(story.policy, "1000000", Story.TREASURY);
    }

    private void approve(String id, String signer, String signingInput) throws IOException {
        String body = """
                {"signer_id":"org:%s#key1","algo":"ed25519","sig":"%s","signed_at":"%s"}""".formatted(
                        signer,
                        sign(key(system.data().resolve("dev/signers").resolve(signer + ".pem")), signingInput),
                        Instant.now().truncatedTo(ChronoUnit.SECONDS));
        system.json("clerk", json("POST", "/registry/approvals/" + id, body), 200);
    }

    private Call json(String method, String path, String body) {
        return Call.send(method, system.door(path), body.getBytes(StandardCharsets.UTF_8), body)
                .with("Content-Type", "application/json");
    }

    private static PrivateKey key(Path pem) throws IOException {
        String body = Files.readString(pem).replaceAll("-----[A-Z ]+-----|\\s", "");
        try {
            return KeyFactory.getInstance("Ed25519")
                    .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body)));
        } catch (GeneralSecurityException e) {
            throw new DemoFailure(pem + " is not an Ed25519 key: " + e.getMessage());
        }
    }

    private static String sign(PrivateKey key, String input) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(key);
            signature.update(input.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new DemoFailure("cannot sign: " + e.getMessage());
        }
    }
}
