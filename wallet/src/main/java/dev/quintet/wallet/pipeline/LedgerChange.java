package dev.quintet.wallet.pipeline;

/** A balance that is not what it was. */
public record LedgerChange(String account, String asset) {}
