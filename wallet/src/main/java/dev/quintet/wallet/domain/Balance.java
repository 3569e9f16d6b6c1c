package dev.quintet.wallet.domain;

/** An account's part of an asset as last published; {@code newest} is the entry that changed it last, or 0. */
public record Balance(Amount total, Amount available, long nonce, long newest) {}
