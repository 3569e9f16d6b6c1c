package dev.quintet.wallet.api;

import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The bodies as the OpenAPI document shows them; they are read by {@link OperationReader} and written by the receipt. */
final class Forms {
    private static final String AMOUNT = "[1-9][0-9]{0,38}";
    private static final String ACCOUNT = "[A-Za-z0-9:/_.-]{1,256}";
    private static final String ASSET = "[a-z0-9_-]{1,32}";

    private Forms() {}

    @Schema(name = "Issue", additionalProperties = Schema.False.class)
    record Issue(
            @Schema(required = true, pattern = ACCOUNT) String to,
            @Schema(required = true, pattern = ASSET) String asset,
            @Schema(required = true, pattern = AMOUNT) String amountMinor,
            @Schema(maxLength = 256) @Nullable String memo) {}

    @Schema(name = "Transfer", additionalProperties = Schema.False.class)
    record Transfer(
            @Schema(required = true, pattern = ACCOUNT) String from,
            @Schema(required = true, pattern = ACCOUNT) String to,
            @Schema(required = true, pattern = ASSET) String asset,
            @Schema(required = true, pattern = AMOUNT) String amountMinor,

            @Schema(required = true, minimum = "1", maximum = "9007199254740991")
            long nonce,

            @Schema(maxLength = 256) @Nullable String memo) {}

    @Schema(name = "Burn", additionalProperties = Schema.False.class)
    record Burn(
            @Schema(required = true, pattern = ACCOUNT) String from,
            @Schema(required = true, pattern = ASSET) String asset,
            @Schema(required = true, pattern = AMOUNT) String amountMinor,

            @Schema(required = true, minimum = "1", maximum = "9007199254740991")
            long nonce,

            @Schema(maxLength = 256) @Nullable String memo) {}

    @Schema(name = "Hold", additionalProperties = Schema.False.class)
    record Hold(
            @Schema(required = true, pattern = ACCOUNT) String from,
            @Schema(required = true, pattern = ASSET) String asset,
            @Schema(required = true, pattern = AMOUNT) String amountMinor,

            @Schema(required = true, minimum = "1", maximum = "9007199254740991")
            long nonce,

            @Schema(required = true, minimum = "1") long expiresInS) {}

    @Schema(name = "Capture", additionalProperties = Schema.False.class)
    record Capture(
            @Schema(required = true, pattern = ACCOUNT) String to,
            @Schema(required = true, pattern = AMOUNT) String amountMinor) {}

    @Schema(name = "Release", additionalProperties = Schema.False.class, description = "An empty object.")
    record Release() {}

    @Schema(name = "Batch", additionalProperties = Schema.False.class)
    record Batch(
            @Schema(
                    required = true,
                    description =
                            "Each with op, idempotency_key, hold_id where it ends one, and the members of its op.")
            List<Object> operations,

            @Schema(required = true) boolean atomic) {}

    @Schema(name = "Receipt", description = "Canonical JSON (RFC 8785); the same bytes whenever it is asked for.")
    interface Receipt {
        @Schema(required = true, pattern = "tx_[0-9a-f]{32}")
        String getTxid();

        @Schema(required = true)
        String getOp();

        @Nullable
        String getFrom();

        @Nullable
        String getTo();

        @Schema(required = true)
        String getAsset();

        @Schema(required = true)
        String getAmountMinor();

        @Nullable
        Long getNonce();

        @Nullable
        String getHoldId();

        @Schema(required = true)
        String getIdem();

        @Schema(required = true)
        long getSeq();

        @Schema(required = true, pattern = "b3:[0-9a-f]{64}")
        String getLedgerRoot();

        @Schema(required = true)
        Instant getTs();

        @Schema(required = true, pattern = "b3:[0-9a-f]{64}")
        String getReceiptHash();
    }
}
