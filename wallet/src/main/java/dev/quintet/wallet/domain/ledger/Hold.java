package dev.quintet.wallet.domain.ledger;

import dev.quintet.wallet.domain.Amount;

/** Funds set aside by {@code entry} until captured, released or expired. */
public record Hold(long entry, int account, int asset, Amount amount, long expiresAt) {}
