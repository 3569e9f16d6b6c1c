package dev.quintet.wallet.api;

import dev.quintet.shared.error.ErrorCode;

/** The codes only the wallet answers with. */
public enum WalletError implements ErrorCode {
    INSUFFICIENT_FUNDS(409, false, "Insufficient funds"),
    NONCE_CONFLICT(409, false, "Nonce conflict"),
    IDEMPOTENCY_CONFLICT(409, false, "Idempotency key used for another request"),
    HOLD_CLOSED(409, false, "Hold closed"),
    LIMITS_EXCEEDED(403, false, "Limits exceeded"),
    RETRY_LATER(503, true, "Retry later");

    private final int status;
    private final boolean retryable;
    private final String title;

    WalletError(int status, boolean retryable, String title) {
        this.status = status;
        this.retryable = retryable;
        this.title = title;
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public boolean retryable() {
        return retryable;
    }

    @Override
    public String title() {
        return title;
    }
}
