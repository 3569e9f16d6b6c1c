package dev.quintet.wallet.domain.ledger;

import dev.quintet.wallet.domain.Amount;

/** What no code of the wallet can do: money from nowhere, in the memory of a ledger. */
public final class Sabotage {
    private Sabotage() {}

    /** Credits a balance without any supply; the next publication of that balance must notice. */
    public static void mint(LedgerState state, String account, String asset, Amount amount) {
        int row = state.balances.find(state.accounts.find(account), state.assets.find(asset));
        var buffer = new EntryBuffer();
        var draft = new EntryBuffer.Draft();
        draft.amount = amount;
        buffer.reset(state.balances.newest(row), new byte[Entry.ROOT_BYTES]);
        state.balances.credit(row, buffer.write(draft));
    }

    /** The same behind the back of the publication, which only a check of everything can notice. */
    public static void mintSilently(LedgerState state, String account, String asset, Amount amount) {
        mint(state, account, asset, amount);
        state.balances.publish(state.assets);
    }
}
