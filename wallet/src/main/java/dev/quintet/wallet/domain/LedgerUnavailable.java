package dev.quintet.wallet.domain;

/** The ledger did not answer, or not in time; whether it did what was asked is unknown. */
public final class LedgerUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LedgerUnavailable(String message) {
        super(message, null, false, false);
    }
}
