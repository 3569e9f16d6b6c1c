package dev.quintet.wallet.domain.ledger;

/** An entry with the names that its numbers stand for; empty where it has none. */
public record Posting(Entry entry, String from, String to, String asset) {}
