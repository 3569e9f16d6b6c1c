package dev.quintet.wallet.domain;

/**
 * What an operator may tighten while the ledger runs.
 *
 * @param keyTtlMillis how long a key answers for its request
 * @param openHoldsMax holds open at once; further ones are refused
 */
public record Policy(Limits limits, long keyTtlMillis, int openHoldsMax) {}
