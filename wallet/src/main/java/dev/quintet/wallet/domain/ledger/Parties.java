package dev.quintet.wallet.domain.ledger;

import dev.quintet.wallet.domain.Command;

/** Whom and what a command is about, looked up once for judging and for writing the entry. Reused, for one thread. */
final class Parties {
    int asset;
    int from;
    int to;
    int debited;
    int credited;

    void resolve(Command command, LedgerState state) {
        asset = state.assets.find(command.asset());
        from = command.from().isEmpty() ? 0 : state.accounts.find(command.from());
        to = command.to().isEmpty() ? 0 : state.accounts.find(command.to());
        debited = row(state, from);
        credited = row(state, to);
    }

    private int row(LedgerState state, int account) {
        return account == 0 || asset == 0 ? Balances.ABSENT : state.balances.find(account, asset);
    }
}
