package dev.quintet.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The metered usage is sealed, turned into payouts under the policy, and settled by the wallet. */
final class Rewarding implements Demo.Chapter {
    private final RunningSystem system;
    private final Narrator narrator;
    private final Story story;

    Rewarding(RunningSystem system, Narrator narrator, Story story) {
        this.system = system;
        this.narrator = narrator;
        this.story = story;
    }

    @Override
    public void tell() throws IOException {
        narrator.chapter("The usage is sealed into storage");
        system.introduce(
                "operator",
                List.of("gateway:admin", "wallet:issue", "wallet:read", "rewarder:run", "rewarder:inspect"));
        JsonNode sealed = system.json("operator", json("/gateway/usage/seal", "{}"), 200, 201);
        String inputs = sealed.get("address").asText();
        story.epoch = sealed.get("epoch").asText();
        narrator.answer(inputs);
        narrator.good("Epoch " + story.epoch + " is now content like any other: fixed by its hash.");

        narrator.chapter("The rewarder turns usage into payouts, the wallet settles them");
        system.json(
                "operator",
                json(
                                "/v1/issue",
                                "{\"to\":\"%s\",\"asset\":\"%s\",\"amount_minor\":\"1000000\"}"
                                        .formatted(Story.TREASURY, Story.ASSET))
                        .with("Idempotency-Key", "demo-fund-" + story.suffix),
                200);
        String run = "{\"inputs\":\"%s\",\"policy\":{\"id\":\"%s\",\"version\":%d}}"
                .formatted(inputs, story.policy, story.policyVersion);
        String epoch = "/rewarder/epochs/" + story.epoch;
        system.call("operator", json(epoch + "/compute", run), 200, 202);
        JsonNode status = system.await(
                "operator",
                Call.get(system.door(epoch)),
                "the settlement",
                answer -> answer.get("status").asText().equals("ok"));
        narrator.answer(status.toString());
        narrator.good("Settled. Asking again would pay nobody twice: the run and every payment have a key.");

        narrator.chapter("Payees look at their money and spend some");
        balance("alice", Story.ALICE);
        JsonNode before = balance("bob", Story.BOB);
        String transfer = "{\"from\":\"%s\",\"to\":\"%s\",\"asset\":\"%s\",\"amount_minor\":\"1\",\"nonce\":%d}"
                .formatted(
                        Story.BOB, Story.ALICE, Story.ASSET, before.get("nonce").asLong() + 1);
        JsonNode receipt = system.json(
                "bob", json("/v1/transfer", transfer).with("Idempotency-Key", "demo-gift-" + story.suffix), 200);
        narrator.good("Transferred; the receipt " + receipt.get("txid").asText()
                + " can be checked against the ledger's root.");
    }

    private JsonNode balance(String person, String account) {
        JsonNode balance = system.json(
                person, Call.get(system.door("/v1/balance?account=" + account + "&asset=" + Story.ASSET)), 200);
        narrator.answer(account + " has " + balance.get("total_minor").asText() + " " + Story.ASSET);
        return balance;
    }

    private Call json(String path, String body) {
        return Call.send("POST", system.door(path), body.getBytes(StandardCharsets.UTF_8), body)
                .with("Content-Type", "application/json");
    }
}
