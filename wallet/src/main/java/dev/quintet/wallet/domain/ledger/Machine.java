package dev.quintet.wallet.domain.ledger;

import dev.quintet.wallet.domain.Archive;
import dev.quintet.wallet.domain.Canonical;
import dev.quintet.wallet.domain.Command;
import dev.quintet.wallet.domain.Op;
import dev.quintet.wallet.domain.Outcome;
import dev.quintet.wallet.domain.Outcome.Abandoned;
import dev.quintet.wallet.domain.Outcome.Committed;
import dev.quintet.wallet.domain.Outcome.Refused;
import dev.quintet.wallet.domain.Policy;
import dev.quintet.wallet.domain.ledger.EntryBuffer.Draft;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns commands into entries: judge, write the entry, apply it. A refused command leaves no trace in the buffer or
 * the state. For the single writer.
 */
public final class Machine {
    private final LedgerState state;
    private final Parties parties = new Parties();
    private final Rules rules;
    private final Canonical canonical = new Canonical();
    private final Draft draft = new Draft();

    public Machine(LedgerState state, Archive archive) {
        this.state = state;
        this.rules = new Rules(state, archive, parties);
    }

    /** Starts a new run of entries behind the newest one. */
    public void start(EntryBuffer out) {
        out.reset(state.seq() + 1, state.root());
    }

    /** Decides on one command. */
    public Outcome submit(Command command, long now, Policy policy, EntryBuffer out) {
        long at = Math.max(now, state.at());
        Outcome refused = rules.judge(command, at, policy);
        if (refused != null) {
            return refused;
        }
        Entry entry = out.write(draft(command, at));
        state.apply(entry);
        state.remember(command.keyDigest(), entry);
        return new Committed(entry.seq());
    }

    /** Decides on all commands or none: one refusal takes the others back. Answers in order. */
    public List<Outcome> submitAtomically(List<Command> commands, long now, Policy policy, EntryBuffer out) {
        long seq = state.seq();
        long at = state.at();
        byte[] root = state.root();
        int end = out.end();
        int count = out.count();
        state.mark();
        var outcomes = new ArrayList<Outcome>(commands.size());
        for (Command command : commands) {
            Outcome outcome = submit(command, now, policy, out);
            outcomes.add(outcome);
            if (outcome instanceof Refused) {
                state.rollback(seq, at, root);
                parties.forget();
                out.truncate(end, count);
                return abandoned(outcomes, commands.size());
            }
        }
        state.keep();
        return outcomes;
    }

    /** Ends the next hold whose time has come; false when there is none. */
    public boolean expireOne(long now, EntryBuffer out) {
        long at = Math.max(now, state.at());
        Hold due = state.holds.due(at);
        if (due == null) {
            return false;
        }
        draft.clear();
        draft.op = Op.EXPIRE;
        draft.at = at;
        draft.txid = canonical.expiry(due.entry());
        endHold(due);
        state.apply(out.write(draft));
        return true;
    }

    private static List<Outcome> abandoned(List<Outcome> outcomes, int size) {
        var answers = new ArrayList<Outcome>(size);
        for (int i = 0; i < size; i++) {
            @Nullable Outcome own = i < outcomes.size() ? outcomes.get(i) : null;
            answers.add(own == null || own instanceof Committed ? new Abandoned() : own);
        }
        return answers;
    }

    private Draft draft(Command command, long at) {
        draft.clear();
        draft.op = command.op();
        draft.at = at;
        draft.amount = command.amount();
        draft.number = command.number();
        draft.txid = command.txid();
        draft.key = command.key();
        draft.memo = command.memo();
        draft.asset = parties.asset;
        draft.from = parties.from;
        draft.previousFrom = newest(parties.debited);
        if (draft.asset == 0) {
            draft.asset = state.assets.size() + 1;
            draft.newAsset = command.asset();
        }
        if (!command.to().isEmpty()) {
            credit(command.to());
        }
        if (command.op() == Op.HOLD) {
            draft.expiresAt = at + command.expiresInSeconds() * 1000;
        } else if (command.op() == Op.RELEASE) {
            endHold(state.holds.find(command.number()).orElseThrow());
        }
        return draft;
    }

    private void credit(String to) {
        draft.to = parties.to;
        if (draft.to == 0) {
            draft.to = state.accounts.size() + 1;
            draft.newTo = to;
        }
        draft.previousTo = newest(parties.credited);
    }

    private void endHold(Hold hold) {
        draft.number = hold.entry();
        draft.from = hold.account();
        draft.asset = hold.asset();
        draft.amount = hold.amount();
        draft.previousFrom = newest(state.balances.find(hold.account(), hold.asset()));
    }

    private long newest(int row) {
        return row == Balances.ABSENT ? 0 : state.balances.newest(row);
    }
}
