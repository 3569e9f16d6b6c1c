package dev.quintet.wallet.domain;

/** Ceilings on amounts, in minor units of each asset; a debit counts towards the daily one on its UTC day. */
public record Limits(Amount perOperation, Amount dailyPerAccount, Amount accountTotal) {}
