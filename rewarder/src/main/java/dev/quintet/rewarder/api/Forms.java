package dev.quintet.rewarder.api;

import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The bodies as the OpenAPI document shows them; they are read by {@link AskReader} and written by {@link Documents}. */
final class Forms {
    private static final String ADDRESS = "b3:[0-9a-f]{64}";

    private Forms() {}

    @Schema(name = "Compute", additionalProperties = Schema.False.class, description = "Either inputs or snapshot.")
    record Compute(
            @Schema(pattern = ADDRESS) @Nullable String inputs,
            @Nullable Snapshot snapshot,
            @Schema(required = true) Policy policy,
            @Nullable Boolean dryRun,
            @Schema(maxLength = 1024) @Nullable String notes) {}

    @Schema(name = "Snapshot", description = "A small snapshot inline: the header's members, and the lines as usage.")
    record Snapshot(String epoch, String poolMinor, String asset, List<Map<String, Object>> usage) {}

    @Schema(name = "PolicyVersion")
    record Policy(
            @Schema(required = true) String id, @Nullable Long version) {}

    @Schema(name = "Totals")
    record Totals(String poolMinor, String payoutMinor, String residualMinor) {}

    @Schema(name = "PolicyRef")
    record PolicyRef(
            String id,
            long version,
            @Schema(pattern = ADDRESS) String hash) {}

    @Schema(name = "Manifest", description = "Canonical JSON (RFC 8785); the same bytes whenever it is asked for.")
    interface Manifest {
        String getSchema();

        String getEpoch();

        String getRunKey();

        String getInputs();

        PolicyRef getPolicy();

        String getAsset();

        Totals getTotals();

        int getPayees();

        String getMerkleRoot();

        String getPayouts();

        String getTieBreak();

        String getCommitment();
    }

    @Schema(name = "Settlement")
    record Settlement(int intents, int pending, int sent, int accepted, int duplicate, int failed) {}

    @Schema(name = "Run")
    interface Run {
        String getEpoch();

        @Schema(enumeration = {"queued", "computing", "settling", "ok", "quarantined", "failed"})
        String getStatus();

        String getRunKey();

        String getInputs();

        PolicyRef getPolicy();

        @Nullable
        Totals getTotals();

        @Nullable
        String getMerkleRoot();

        @Nullable
        String getCommitment();

        @Nullable
        Settlement getSettlement();

        @Nullable
        Map<String, Object> getQuarantine();

        @Nullable
        Map<String, Object> getFailure();
    }

    @Schema(name = "Payout")
    interface Payout {
        String getAccount();

        String getAmountMinor();

        String getScore();

        Map<String, Long> getMetrics();

        Map<String, Object> getExplanation();

        @Schema(enumeration = {"none", "pending", "sent", "accepted", "duplicate", "failed"})
        String getState();

        @Nullable
        String getTxid();

        Map<String, Object> getProof();
    }

    @Schema(name = "Payouts")
    record Payouts(List<Payout> payouts, @Nullable String next) {}
}
