package dev.quintet.wallet.store;

import dev.quintet.shared.journal.RecordLog;
import dev.quintet.wallet.domain.Command;
import dev.quintet.wallet.domain.Ledger.Batch;
import dev.quintet.wallet.domain.Ledger.Result;
import dev.quintet.wallet.domain.Outcome;
import dev.quintet.wallet.domain.Outcome.Committed;
import dev.quintet.wallet.domain.Policy;
import dev.quintet.wallet.domain.ledger.Entry;
import dev.quintet.wallet.domain.ledger.EntryBuffer;
import dev.quintet.wallet.domain.ledger.LedgerCorruption;
import dev.quintet.wallet.domain.ledger.LedgerState;
import dev.quintet.wallet.domain.ledger.Machine;
import dev.quintet.wallet.domain.ledger.Posting;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Supplier;

/**
 * The single writer: judges a group of batches in memory, appends what was accepted, syncs once, and only then lets
 * readers see it. Not thread-safe; a failed append or sync leaves memory ahead of the disk and is the end of it.
 */
final class LedgerWriter {
    /** Entries in one log record: enough to make its frame cheap, few enough to fetch one entry quickly. */
    private static final int FRAME_ENTRIES = 64;

    /** Commands judged before readers are let in: about 50 microseconds. */
    private static final int TURN = 64;

    private final LedgerState state;
    private final Machine machine;
    private final RecordLog log;
    private final History history;
    private final StampedLock guard;
    private final InstantSource clock;
    private final Supplier<Policy> policy;
    private final EntryBuffer buffer = new EntryBuffer();
    private final List<Entry> written = new ArrayList<>();

    LedgerWriter(LedgerStore store, InstantSource clock, Supplier<Policy> policy) {
        this.state = store.state();
        this.log = store.log();
        this.history = store.history();
        this.guard = store.guard();
        this.machine = new Machine(state, history);
        this.clock = clock;
        this.policy = policy;
    }

    /** Everything accepted is durable and visible when this returns. */
    List<List<Result>> write(List<Batch> batches) {
        long now = clock.millis();
        written.clear();
        expire(now);
        var outcomes = new ArrayList<List<Outcome>>(batches.size());
        var rules = policy.get();
        for (Batch batch : batches) {
            outcomes.add(batch.atomic() ? judgeAtomically(batch, now, rules) : judge(batch, now, rules));
        }
        cut();
        if (!written.isEmpty()) {
            log.sync();
            publish();
        }
        return results(batches, outcomes);
    }

    private void expire(long now) {
        boolean more = true;
        while (more) {
            long stamp = guard.writeLock();
            try {
                machine.start(buffer);
                while (more && buffer.count() < FRAME_ENTRIES) {
                    more = machine.expireOne(now, buffer);
                }
            } finally {
                guard.unlockWrite(stamp);
            }
            cut();
        }
    }

    private List<Outcome> judge(Batch batch, long now, Policy rules) {
        var outcomes = new ArrayList<Outcome>(batch.commands().size());
        for (int next = 0; next < batch.commands().size(); ) {
            int end = Math.min(next + TURN, batch.commands().size());
            long stamp = guard.writeLock();
            try {
                for (; next < end; next++) {
                    outcomes.add(machine.submit(batch.commands().get(next), now, rules, buffer));
                }
            } finally {
                guard.unlockWrite(stamp);
            }
            if (buffer.count() >= FRAME_ENTRIES) {
                cut();
            }
        }
        return outcomes;
    }

    private List<Outcome> judgeAtomically(Batch batch, long now, Policy rules) {
        // A record of its own: it is what makes the batch atomic on disk.
        cut();
        long stamp = guard.writeLock();
        try {
            return machine.submitAtomically(batch.commands(), now, rules, buffer);
        } finally {
            guard.unlockWrite(stamp);
            cut();
        }
    }

    /** Appends what the buffer holds as one record and starts it over. */
    private void cut() {
        if (buffer.count() > 0) {
            log.append(buffer.record());
            long place = log.lastPlace();
            for (Entry entry : buffer.entries()) {
                history.add(place, entry);
                written.add(entry);
            }
        }
        machine.start(buffer);
    }

    private void publish() {
        history.publish();
        long stamp = guard.writeLock();
        try {
            if (!state.publish()) {
                throw new LedgerCorruption("balances no longer add up to what was issued and not burned");
            }
        } finally {
            guard.unlockWrite(stamp);
        }
    }

    private List<List<Result>> results(List<Batch> batches, List<List<Outcome>> outcomes) {
        var all = new ArrayList<List<Result>>(batches.size());
        for (int i = 0; i < batches.size(); i++) {
            var results = new ArrayList<Result>(outcomes.get(i).size());
            for (int j = 0; j < outcomes.get(i).size(); j++) {
                results.add(
                        result(batches.get(i).commands().get(j), outcomes.get(i).get(j)));
            }
            all.add(results);
        }
        return all;
    }

    private Result result(Command command, Outcome outcome) {
        if (!(outcome instanceof Committed(long seq))) {
            return new Result(outcome, Optional.empty());
        }
        Entry entry = written.get((int) (seq - written.getFirst().seq()));
        return new Result(outcome, Optional.of(new Posting(entry, command.from(), command.to(), command.asset())));
    }
}
