package dev.quintet.wallet.domain.ledger;

import dev.quintet.wallet.domain.Command;

/** Whom and what a command is about, looked up once for judging and for writing the entry. Reused, for one thread. */
final class Parties {
    int asset;
    int from;
    int to;
    int debited;
    int credited;

    // Whole batches are of one asset and often from one account; the last of each is looked up once.
    private String lastAsset = "";
    private int lastAssetNumber;
    private String lastFrom = "";
    private int lastFromNumber;

    void resolve(Command command, LedgerState state) {
        if (lastAssetNumber == 0 || !lastAsset.equals(command.asset())) {
            lastAsset = command.asset();
            lastAssetNumber = state.assets.find(lastAsset);
        }
        if (lastFromNumber == 0 || !lastFrom.equals(command.from())) {
            lastFrom = command.from();
            lastFromNumber = lastFrom.isEmpty() ? 0 : state.accounts.find(lastFrom);
        }
        asset = lastAssetNumber;
        from = lastFromNumber;
        to = command.to().isEmpty() ? 0 : state.accounts.find(command.to());
        debited = row(state, from);
        credited = row(state, to);
    }

    /** To be told when names are taken back. */
    void forget() {
        lastAssetNumber = 0;
        lastFromNumber = 0;
    }

    private int row(LedgerState state, int account) {
        return account == 0 || asset == 0 ? Balances.ABSENT : state.balances.find(account, asset);
    }
}
