package dev.quintet.rewarder.domain.run;

import dev.quintet.rewarder.domain.number.Uint128;
import dev.quintet.rewarder.domain.tree.SumNode;
import dev.quintet.shared.content.CanonicalJson;
import dev.quintet.shared.content.ContentAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run commits to. Depends on inputs and policy only, never on the time or the settlement, so that a dry run, the run and every
 * repetition have the same bytes.
 */
public record Manifest(Subject subject, Totals totals, int payees, SumNode root, ContentAddress payouts) {
    public static final String SCHEMA = "quintet.reward.v1";
    private static final String DOMAIN = "quintet:rewarder:commitment:v1\n";

    /** What was computed from what. */
    public record Subject(String epoch, ContentAddress runKey, ContentAddress inputs, PolicyRef policy, String asset) {}

    /** Minor units. */
    public record Totals(Uint128 pool, Uint128 payout, Uint128 residual) {}

    /** Covers everything else in the manifest: inputs and outputs. */
    public ContentAddress commitment() {
        return Names.hash(DOMAIN + new String(CanonicalJson.bytes(members()), StandardCharsets.UTF_8));
    }

    /** {@code run.json}: canonical (RFC 8785). */
    public byte[] bytes() {
        var members = members();
        members.put("commitment", commitment().toString());
        return CanonicalJson.bytes(members);
    }

    private Map<String, Object> members() {
        var policy = subject.policy();
        var members = new TreeMap<String, Object>();
        members.put("schema", SCHEMA);
        members.put("epoch", subject.epoch());
        members.put("run_key", subject.runKey().toString());
        members.put("inputs", subject.inputs().toString());
        members.put(
                "policy",
                Map.of(
                        "id", policy.id(),
                        "version", policy.version(),
                        "hash", policy.hash().toString()));
        members.put("asset", subject.asset());
        members.put(
                "totals",
                Map.of(
                        "pool_minor", totals.pool().toString(),
                        "payout_minor", totals.payout().toString(),
                        "residual_minor", totals.residual().toString()));
        members.put("payees", payees);
        members.put("merkle_root", root.hash().toString());
        members.put("payouts", payouts.toString());
        members.put("tie_break", "larger remainder first, then the smaller account bytewise");
        return members;
    }
}
