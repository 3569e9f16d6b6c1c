package dev.quintet.rewarder.pipeline;

/** One payout to settle; the key makes repeating it harmless. */
public record PayoutIntent(String idempotencyKey, String account, String amountMinor) {}
