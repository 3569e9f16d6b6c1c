package dev.quintet.wallet.domain.ledger;

import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Command;
import dev.quintet.wallet.domain.Op;
import dev.quintet.wallet.domain.Outcome;
import dev.quintet.wallet.domain.Outcome.Abandoned;
import dev.quintet.wallet.domain.Outcome.Committed;
import dev.quintet.wallet.domain.Outcome.Refused;
import dev.quintet.wallet.domain.Outcome.Replayed;
import dev.quintet.wallet.domain.Policy;
import dev.quintet.wallet.domain.Refusal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rules once more, as plainly as possible: big integers, maps of strings, whole copies instead of undoing. */
final class ReferenceLedger {
    private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(128);

    private record OpenHold(long entry, String account, String asset, BigInteger amount, long expiresAt) {}

    private record Done(String scopedKey, String request, boolean issue, long seq, long at) {}

    private final Policy policy;
    private final int keysMax;
    private Map<String, BigInteger> totals = new HashMap<>();
    private Map<String, BigInteger> held = new HashMap<>();
    private Map<String, BigInteger> spent = new HashMap<>();
    private Map<String, BigInteger> issued = new HashMap<>();
    private Map<String, BigInteger> burned = new HashMap<>();
    private Map<String, Long> nonces = new HashMap<>();
    private Map<Long, OpenHold> holds = new HashMap<>();
    private List<Done> done = new ArrayList<>();
    private long seq;
    private long at; // of the newest entry
    private long time; // of the question being answered

    ReferenceLedger(Policy policy, int keysMax) {
        this.policy = policy;
        this.keysMax = keysMax;
    }

    Outcome submit(Command c, long now) {
        time = Math.max(at, now);
        if ((c.op() == Op.TRANSFER || c.op() == Op.CAPTURE) && c.from().equals(c.to())) {
            return new Refused(Refusal.SELF_TRANSFER, 0);
        }
        var known = recall(c);
        if (known != null) {
            return known;
        }
        long expected = nonces.getOrDefault(c.from(), 0L) + 1;
        if (c.op().numbered() && c.number() != expected) {
            return new Refused(Refusal.NONCE_CONFLICT, expected);
        }
        if (c.op() == Op.CAPTURE || c.op() == Op.RELEASE) {
            var hold = holds.get(c.number());
            if (hold == null) {
                return new Refused(Refusal.HOLD_CLOSED, 0);
            }
            if (!hold.account().equals(c.from()) || !hold.asset().equals(c.asset())) {
                return new Refused(Refusal.HOLD_NOT_FOUND, 0);
            }
        }
        if (breaksLimits(c)) {
            return new Refused(Refusal.LIMITS_EXCEEDED, 0);
        }
        if (!funded(c)) {
            return new Refused(Refusal.INSUFFICIENT_FUNDS, 0);
        }
        seq++;
        at = time;
        done.add(new Done(scopedKey(c), request(c), c.op() == Op.ISSUE, seq, at));
        effect(c);
        return new Committed(seq);
    }

    List<Outcome> submitAtomically(List<Command> commands, long now) {
        var copy = new ReferenceLedger(policy, keysMax);
        copy.take(this);
        var outcomes = new ArrayList<Outcome>();
        for (var command : commands) {
            var outcome = copy.submit(command, now);
            outcomes.add(outcome);
            if (outcome instanceof Refused) {
                var answers = new ArrayList<Outcome>();
                for (int i = 0; i < commands.size(); i++) {
                    boolean own = i < outcomes.size() && !(outcomes.get(i) instanceof Committed);
                    answers.add(own ? outcomes.get(i) : new Abandoned());
                }
                return answers;
            }
        }
        take(copy);
        return outcomes;
    }

    void expire(long now) {
        time = Math.max(at, now);
        var due = holds.values().stream()
                .filter(hold -> hold.expiresAt() <= time)
                .sorted(Comparator.comparingLong(OpenHold::expiresAt).thenComparingLong(OpenHold::entry))
                .toList();
        for (var hold : due) {
            at = time;
            seq++;
            holds.remove(hold.entry());
            change(held, hold.account() + " " + hold.asset(), hold.amount().negate());
        }
    }

    long seq() {
        return seq;
    }

    BigInteger total(String account, String asset) {
        return totals.getOrDefault(account + " " + asset, BigInteger.ZERO);
    }

    BigInteger available(String account, String asset) {
        return total(account, asset).subtract(held.getOrDefault(account + " " + asset, BigInteger.ZERO));
    }

    long nonce(String account) {
        return nonces.getOrDefault(account, 0L);
    }

    BigInteger issued(String asset) {
        return issued.getOrDefault(asset, BigInteger.ZERO);
    }

    BigInteger burned(String asset) {
        return burned.getOrDefault(asset, BigInteger.ZERO);
    }

    private @Nullable Outcome recall(Command c) {
        var remembered = done.subList(Math.max(0, done.size() - keysMax), done.size());
        Done found = null;
        for (var candidate : remembered) {
            if (candidate.scopedKey().equals(scopedKey(c))) {
                found = candidate;
            }
        }
        if (found == null) {
            return done.size() > keysMax && c.op() == Op.ISSUE ? archived(c) : null;
        }
        boolean same = found.request().equals(request(c));
        if (time - found.at() < policy.keyTtlMillis()) {
            return same ? new Replayed(found.seq()) : new Refused(Refusal.IDEMPOTENCY_CONFLICT, 0);
        }
        return same && !c.op().numbered() ? new Replayed(found.seq()) : null;
    }

    private @Nullable Outcome archived(Command c) {
        for (var candidate : done) {
            if (candidate.issue()
                    && candidate.scopedKey().equals(scopedKey(c))
                    && candidate.request().equals(request(c))) {
                return new Replayed(candidate.seq());
            }
        }
        return null;
    }

    private boolean breaksLimits(Command c) {
        var amount = big(c.amount());
        var limits = policy.limits();
        boolean debit = c.op().numbered();
        boolean credit = c.op() == Op.ISSUE || c.op() == Op.TRANSFER || c.op() == Op.CAPTURE;
        return (c.op() != Op.RELEASE && amount.compareTo(big(limits.perOperation())) > 0)
                || (debit && spentToday(c).add(amount).compareTo(big(limits.dailyPerAccount())) > 0)
                || (credit && total(c.to(), c.asset()).add(amount).compareTo(big(limits.accountTotal())) > 0)
                || (c.op() == Op.ISSUE && issued(c.asset()).add(amount).compareTo(LIMIT) >= 0)
                || (c.op() == Op.HOLD && holds.size() >= policy.openHoldsMax());
    }

    private boolean funded(Command c) {
        return switch (c.op()) {
            case ISSUE, RELEASE, EXPIRE -> true;
            case TRANSFER, BURN, HOLD -> available(c.from(), c.asset()).compareTo(big(c.amount())) >= 0;
            case CAPTURE -> hold(c).amount().compareTo(big(c.amount())) >= 0;
        };
    }

    private void effect(Command c) {
        var amount = big(c.amount());
        String from = c.from() + " " + c.asset();
        if (c.op().numbered()) {
            nonces.put(c.from(), c.number());
            change(spent, from + " " + day(), amount);
        }
        switch (c.op()) {
            case ISSUE -> change(issued, c.asset(), amount);
            case BURN -> change(burned, c.asset(), amount);
            case HOLD -> {
                change(held, from, amount);
                long expiresAt = at + c.expiresInSeconds() * 1000;
                holds.put(seq, new OpenHold(seq, c.from(), c.asset(), amount, expiresAt));
            }
            case CAPTURE, RELEASE -> change(held, from, end(c).amount().negate());
            case TRANSFER, EXPIRE -> {}
        }
        if (c.op() == Op.TRANSFER || c.op() == Op.BURN || c.op() == Op.CAPTURE) {
            change(totals, from, amount.negate());
        }
        if (c.op() == Op.TRANSFER || c.op() == Op.ISSUE || c.op() == Op.CAPTURE) {
            change(totals, c.to() + " " + c.asset(), amount);
        }
    }

    private OpenHold hold(Command c) {
        return Objects.requireNonNull(holds.get(c.number()));
    }

    private OpenHold end(Command c) {
        return Objects.requireNonNull(holds.remove(c.number()));
    }

    private BigInteger spentToday(Command c) {
        return spent.getOrDefault(c.from() + " " + c.asset() + " " + day(), BigInteger.ZERO);
    }

    private long day() {
        return time / 86_400_000L;
    }

    private void take(ReferenceLedger other) {
        totals = new HashMap<>(other.totals);
        held = new HashMap<>(other.held);
        spent = new HashMap<>(other.spent);
        issued = new HashMap<>(other.issued);
        burned = new HashMap<>(other.burned);
        nonces = new HashMap<>(other.nonces);
        holds = new HashMap<>(other.holds);
        done = new ArrayList<>(other.done);
        seq = other.seq;
        at = other.at;
    }

    private static String scopedKey(Command c) {
        String scope = c.op() == Op.ISSUE ? c.asset() : c.from();
        return c.op().family() + " " + scope + " " + c.key();
    }

    private static String request(Command c) {
        return String.join(
                " ",
                c.op().name(),
                c.from(),
                c.to(),
                c.asset(),
                c.amount().toString(),
                Long.toString(c.number()),
                Long.toString(c.expiresInSeconds()),
                c.memo());
    }

    private static void change(Map<String, BigInteger> map, String key, BigInteger by) {
        map.merge(key, by, BigInteger::add);
    }

    static BigInteger big(Amount amount) {
        return new BigInteger(amount.toString());
    }
}
