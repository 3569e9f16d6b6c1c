package dev.quintet.wallet.domain;

/** Why an operation was turned down; nothing changed and nothing was logged. */
public enum Refusal {
    IDEMPOTENCY_CONFLICT,
    NONCE_CONFLICT,
    LIMITS_EXCEEDED,
    INSUFFICIENT_FUNDS,
    SELF_TRANSFER,
    HOLD_NOT_FOUND,
    HOLD_CLOSED
}
