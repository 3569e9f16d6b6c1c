package dev.quintet.wallet.api;

import dev.quintet.shared.capability.Capability;
import dev.quintet.wallet.domain.ledger.Posting;
import java.util.Optional;

/** Which entries the holder of a restricted token may see: those of its account, as either party, and of its asset. */
record Visibility(Optional<String> account, Optional<String> asset) {

    static Visibility of(Capability capability) {
        return new Visibility(capability.account(), capability.asset());
    }

    /** 403 unless the token may see the entry. */
    static void require(Capability capability, Posting posting) {
        if (!of(capability).account(posting)) {
            // Neither party is the token's account, so this refuses, and says why.
            capability.requireAccount(posting.from().isEmpty() ? posting.to() : posting.from());
        }
        capability.requireAsset(posting.asset());
    }

    boolean shows(Posting posting) {
        return account(posting) && asset.map(posting.asset()::equals).orElse(true);
    }

    private boolean account(Posting posting) {
        return account.map(own -> own.equals(posting.from()) || own.equals(posting.to()))
                .orElse(true);
    }
}
