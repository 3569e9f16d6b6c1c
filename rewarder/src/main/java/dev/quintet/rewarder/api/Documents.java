package dev.quintet.rewarder.api;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.quintet.rewarder.domain.policy.Policy;
import dev.quintet.rewarder.domain.run.PayoutFile;
import dev.quintet.rewarder.domain.run.PayoutLine;
import dev.quintet.rewarder.domain.run.Quarantine;
import dev.quintet.rewarder.domain.run.Run;
import dev.quintet.rewarder.domain.run.Settlement;
import dev.quintet.rewarder.domain.run.Stage;
import dev.quintet.rewarder.domain.tree.SumNode;
import dev.quintet.rewarder.domain.tree.SumProof;
import dev.quintet.rewarder.domain.usage.Metric;
import dev.quintet.rewarder.pipeline.PayoutFiles.Fate;
import java.math.BigInteger;
import java.time.Instant;

/** Runs and payouts as JSON. */
final class Documents {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Documents() {}

    static ObjectNode object() {
        return JSON.createObjectNode();
    }

    static ObjectNode run(Run run) {
        var order = run.order();
        var json = object().put("epoch", run.epoch()).put("status", status(run));
        json.put("run_key", run.runKey().toString())
                .put("inputs", order.inputs().toString());
        json.putObject("policy")
                .put("id", order.policy().id())
                .put("version", order.policy().version())
                .put("hash", order.policy().hash().toString());
        json.put("accepted_at", Instant.ofEpochMilli(run.acceptedMillis()).toString());
        if (!order.notes().isEmpty()) {
            json.put("notes", order.notes());
        }
        switch (run.stage()) {
            case Stage.Computed(Stage.Result result, boolean _) -> computed(json, run, result);
            case Stage.Quarantined(Quarantine cause) -> quarantine(json.putObject("quarantine"), cause);
            case Stage.Failed(String code, String detail) ->
                json.putObject("failure").put("code", code).put("detail", detail);
            case Stage.Queued _, Stage.Computing _ -> {}
        }
        return json;
    }

    /** A settlement that only an operator can continue counts as failed. */
    private static String status(Run run) {
        boolean stuck = run.settlement()
                .map(Settlement::progress)
                .map(progress -> progress.over() && progress.failed() > 0)
                .orElse(false);
        return stuck ? "failed" : run.stage().status();
    }

    private static void computed(ObjectNode json, Run run, Stage.Result result) {
        json.put("asset", result.asset()).put("payees", result.payees());
        json.putObject("totals")
                .put("pool_minor", result.totals().pool().toString())
                .put("payout_minor", result.totals().payout().toString())
                .put("residual_minor", result.totals().residual().toString());
        json.put("merkle_root", result.seals().merkleRoot().toString())
                .put("commitment", result.seals().commitment().toString())
                .put("payouts", result.seals().payouts().toString())
                .put("published", run.published());
        run.progress()
                .ifPresent(progress -> json.putObject("settlement")
                        .put("intents", progress.intents())
                        .put("pending", progress.pending())
                        .put("sent", progress.sent())
                        .put("accepted", progress.accepted())
                        .put("duplicate", progress.duplicate())
                        .put("failed", progress.failed()));
    }

    private static void quarantine(ObjectNode json, Quarantine cause) {
        json.put("reason", cause.reason().wire()).put("detail", cause.detail());
        var witness = json.putObject("witness");
        if (cause.line() > 0) {
            witness.put("line", cause.line());
        }
        if (!cause.account().isEmpty()) {
            witness.put("account", cause.account());
        }
    }

    /** One payout: how much, why, what became of it, and the proof that it is part of the total. */
    static ObjectNode payout(PayoutLine line, Policy policy, Stage.Result result, Fate fate, SumProof proof) {
        var json = object().put("account", line.account())
                .put("amount_minor", line.amount().toString());
        json.put("score", line.score().toString());
        var metrics = json.putObject("metrics");
        var steps = object();
        for (Metric metric : Metric.ALL) {
            metrics.put(metric.wire(), line.metric(metric));
            steps.putObject(metric.wire())
                    .put("weight_ppm", policy.weights().of(metric))
                    .put(
                            "score",
                            BigInteger.valueOf(line.metric(metric))
                                    .multiply(
                                            BigInteger.valueOf(policy.weights().of(metric)))
                                    .toString());
        }
        var explanation = json.putObject("explanation");
        explanation.set("scores", steps);
        explanation
                .put("score", line.score().toString())
                .put("pool_minor", result.totals().pool().toString())
                .put("rounding", policy.rounding().wire())
                .put("min_payout_minor", policy.minPayout().toString());
        policy.maxPayout().ifPresent(max -> explanation.put("max_payout_minor", max.toString()));
        explanation.put(
                "rule", "pool × score ÷ Σ scores, after minimum and maximum; see the manifest for the tie-break");
        json.put("state", line.amount().isZero() ? "none" : fate.state().wire());
        if (!fate.txid().isEmpty()) {
            json.put("txid", fate.txid());
        }
        json.set("proof", proof(PayoutFile.leaf(line), proof, result));
        return json;
    }

    private static ObjectNode proof(SumNode leaf, SumProof proof, Stage.Result result) {
        var json = object().put("leaf", proof.leaf()).put("leaves", proof.leaves());
        json.put("leaf_hash", leaf.hash().toString());
        var path = json.putArray("path");
        for (var step : proof.path()) {
            path.addObject()
                    .put("side", step.left() ? "left" : "right")
                    .put("hash", step.sibling().hash().toString())
                    .put("sum_minor", step.sibling().sum().toString());
        }
        json.put("root", result.seals().merkleRoot().toString());
        json.put("root_sum_minor", result.totals().payout().toString());
        return json;
    }
}
