package dev.quintet.wallet.store;

import dev.quintet.wallet.domain.ledger.LedgerState;

/** Lets tests reach the state inside an embedded ledger. */
public final class LedgerBackdoor {
    private LedgerBackdoor() {}

    public static LedgerState state(EmbeddedLedger ledger) {
        return ledger.state();
    }
}
