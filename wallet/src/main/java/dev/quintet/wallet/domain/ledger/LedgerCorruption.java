package dev.quintet.wallet.domain.ledger;

/** The log and the state contradict each other: never skipped, never repaired silently. */
public final class LedgerCorruption extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LedgerCorruption(String message) {
        super(message);
    }
}
