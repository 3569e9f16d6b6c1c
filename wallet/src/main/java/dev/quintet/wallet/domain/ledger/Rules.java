package dev.quintet.wallet.domain.ledger;

import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Archive;
import dev.quintet.wallet.domain.Command;
import dev.quintet.wallet.domain.Op;
import dev.quintet.wallet.domain.Outcome;
import dev.quintet.wallet.domain.Outcome.Refused;
import dev.quintet.wallet.domain.Outcome.Replayed;
import dev.quintet.wallet.domain.Policy;
import dev.quintet.wallet.domain.Refusal;
import dev.quintet.wallet.domain.table.KeyRing;
import org.jspecify.annotations.Nullable;

/** Decides whether a command may become an entry; looks at the state and never changes it. */
final class Rules {
    /** More assets than any deployment has shown; the supply list is copied when it changes. */
    static final int ASSETS_MAX = 65_536;

    private final LedgerState state;
    private final Archive archive;
    private final Parties parties;

    Rules(LedgerState state, Archive archive, Parties parties) {
        this.state = state;
        this.archive = archive;
        this.parties = parties;
    }

    /** The answer when the command must not become an entry; null when it may, and then the parties are resolved. */
    @Nullable
    Outcome judge(Command command, long now, Policy policy) {
        if (moves(command.op()) && command.from().equals(command.to())) {
            return refuse(Refusal.SELF_TRANSFER);
        }
        Outcome known = recall(command, now, policy);
        if (known != null) {
            return known;
        }
        parties.resolve(command, state);
        return switch (command.op()) {
            case ISSUE -> judgeIssue(command, policy);
            case TRANSFER, BURN, HOLD -> judgeDebit(command, now, policy);
            case CAPTURE, RELEASE -> judgeEnd(command, policy);
            case EXPIRE -> throw new IllegalArgumentException("expiry is not requested");
        };
    }

    private @Nullable Outcome recall(Command command, long now, Policy policy) {
        var digest = command.keyDigest();
        int row = state.keys.find(digest.hi(), digest.lo());
        if (row == KeyRing.ABSENT) {
            return evictedIssue(command);
        }
        boolean same =
                state.keys.sameRequest(row, command.txid().hi(), command.txid().lo());
        if (now - state.keys.at(row) < policy.keyTtlMillis()) {
            return same ? new Replayed(state.keys.seq(row)) : refuse(Refusal.IDEMPOTENCY_CONFLICT);
        }
        // Without a nonce nothing else would stop an old request from taking effect twice.
        return same && !command.op().numbered() ? new Replayed(state.keys.seq(row)) : null;
    }

    private @Nullable Outcome evictedIssue(Command command) {
        if (command.op() != Op.ISSUE || state.keys.evicted() == 0) {
            return null;
        }
        // Almost every issue is new, and the filter knows without looking into the index's files.
        if (!state.issues.mayHold(command.txid().hi(), command.txid().lo())) {
            return null;
        }
        long entry = archive.find(command.txid());
        return entry == 0 ? null : new Replayed(entry);
    }

    private @Nullable Outcome judgeIssue(Command command, Policy policy) {
        int asset = parties.asset;
        if (asset == 0 ? state.assets.size() >= ASSETS_MAX : overflows(asset, command)) {
            return refuse(Refusal.LIMITS_EXCEEDED);
        }
        return judgeCredit(command, policy);
    }

    private boolean overflows(int asset, Command command) {
        return state.assets.supply(asset).issued().overflows(command.amount());
    }

    private @Nullable Outcome judgeDebit(Command command, long now, Policy policy) {
        long expected = parties.from == 0 ? 1 : state.accounts.nonce(parties.from) + 1;
        if (command.number() != expected) {
            return new Refused(Refusal.NONCE_CONFLICT, expected);
        }
        int row = parties.debited;
        Amount spent = row == Balances.ABSENT ? Amount.ZERO : state.balances.spent(row, now / LedgerState.DAY_MILLIS);
        if (exceeds(spent, command.amount(), policy.limits().dailyPerAccount())) {
            return refuse(Refusal.LIMITS_EXCEEDED);
        }
        if (command.op() == Op.HOLD && state.holds.size() >= policy.openHoldsMax()) {
            return refuse(Refusal.LIMITS_EXCEEDED);
        }
        Outcome credit = judgeCredit(command, policy);
        if (credit != null) {
            return credit;
        }
        boolean covered =
                row != Balances.ABSENT && state.balances.available(row).compareTo(command.amount()) >= 0;
        return covered ? null : refuse(Refusal.INSUFFICIENT_FUNDS);
    }

    private @Nullable Outcome judgeEnd(Command command, Policy policy) {
        var hold = state.holds.find(command.number());
        if (hold.isEmpty()) {
            return refuse(Refusal.HOLD_CLOSED);
        }
        if (hold.get().account() != parties.from || hold.get().asset() != parties.asset) {
            return refuse(Refusal.HOLD_NOT_FOUND);
        }
        if (command.op() == Op.RELEASE) {
            return null;
        }
        Outcome credit = judgeCredit(command, policy);
        if (credit != null) {
            return credit;
        }
        return hold.get().amount().compareTo(command.amount()) >= 0 ? null : refuse(Refusal.INSUFFICIENT_FUNDS);
    }

    /** The ceilings on one operation and on what the credited account, if any, may have. */
    private @Nullable Outcome judgeCredit(Command command, Policy policy) {
        var limits = policy.limits();
        if (command.amount().compareTo(limits.perOperation()) > 0) {
            return refuse(Refusal.LIMITS_EXCEEDED);
        }
        if (command.to().isEmpty()) {
            return null;
        }
        Amount total = parties.credited == Balances.ABSENT ? Amount.ZERO : state.balances.total(parties.credited);
        return exceeds(total, command.amount(), limits.accountTotal()) ? refuse(Refusal.LIMITS_EXCEEDED) : null;
    }

    private static boolean exceeds(Amount before, Amount added, Amount limit) {
        return before.overflows(added) || before.plus(added).compareTo(limit) > 0;
    }

    private static boolean moves(Op op) {
        return op == Op.TRANSFER || op == Op.CAPTURE;
    }

    private static Refused refuse(Refusal reason) {
        return new Refused(reason, 0);
    }
}
