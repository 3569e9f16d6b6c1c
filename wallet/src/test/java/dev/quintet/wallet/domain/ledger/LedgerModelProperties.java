package dev.quintet.wallet.domain.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Command;
import dev.quintet.wallet.domain.Digest;
import dev.quintet.wallet.domain.Limits;
import dev.quintet.wallet.domain.Op;
import dev.quintet.wallet.domain.Outcome;
import dev.quintet.wallet.domain.Policy;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** Random histories of every operation against {@link ReferenceLedger}; a failing seed replays its history exactly. */
class LedgerModelProperties {
    private static final String[] ACCOUNTS = {"alice", "bob", "carol", "dave"};
    private static final String[] ASSETS = {"ron", "tip"};
    private static final int STEPS = 24;
    private static final int BATCH_MAX = 5;

    @Property(tries = 10_000, shrinking = ShrinkingMode.OFF)
    void everyInterleavingAgreesWithTheReference(@ForAll long seed) {
        new History(seed).run();
    }

    /** One random history. */
    private static final class History {
        private final Random random;
        private final int keysMax;
        private final Policy policy;
        private final LedgerState state;
        private final Machine machine;
        private final ReferenceLedger reference;
        private final EntryBuffer buffer = new EntryBuffer();
        private final List<byte[]> log = new ArrayList<>();
        private final Map<Digest, Long> archive = new HashMap<>();
        private final List<Command> sent = new ArrayList<>();
        private final List<Command> placed = new ArrayList<>();
        private final List<Long> holds = new ArrayList<>();
        private long now = 1_000_000_000_000L;

        History(long seed) {
            random = new Random(seed);
            keysMax = random.nextBoolean() ? 1_000 : BATCH_MAX + random.nextInt(6);
            var daily = random.nextBoolean() ? Amount.MAX : Amount.of(500);
            var total = random.nextBoolean() ? Amount.MAX : Amount.of(2_000);
            var operation = random.nextBoolean() ? Amount.MAX : Amount.of(300);
            policy = new Policy(new Limits(operation, daily, total), 60_000, 3);
            state = new LedgerState(keysMax, seed);
            machine = new Machine(state, txid -> archive.getOrDefault(txid, 0L));
            reference = new ReferenceLedger(policy, keysMax);
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                now += random.nextInt(10) == 0 ? random.nextInt(40_000_000) : random.nextInt(3_000) - 500;
                machine.start(buffer);
                reference.expire(now);
                while (machine.expireOne(now, buffer)) {}
                if (random.nextInt(4) == 0) {
                    batch();
                } else {
                    single(command());
                }
                commit();
                compare(state);
            }
            compare(replayed());
        }

        private void single(Command command) {
            sent.add(command);
            var expected = reference.submit(command, now);
            assertThat(machine.submit(command, now, policy, buffer)).isEqualTo(expected);
            note(command, expected);
        }

        private void batch() {
            var commands = new ArrayList<Command>();
            for (int i = random.nextInt(BATCH_MAX); i >= 0; i--) {
                commands.add(command());
            }
            sent.addAll(commands);
            var expected = reference.submitAtomically(commands, now);
            assertThat(machine.submitAtomically(commands, now, policy, buffer)).isEqualTo(expected);
            for (int i = 0; i < commands.size(); i++) {
                note(commands.get(i), expected.get(i));
            }
        }

        private void note(Command command, Outcome outcome) {
            if (outcome instanceof Outcome.Committed(long seq) && command.op() == Op.HOLD) {
                placed.add(command);
                holds.add(seq);
            }
        }

        private void commit() {
            var payload = buffer.payload();
            byte[] bytes = new byte[payload.remaining()];
            payload.get(bytes);
            int at = 0;
            for (int i = 0; i < buffer.count(); i++) {
                var entry = new Entry(bytes, at, buffer.firstSeq() + i);
                archive.putIfAbsent(entry.txid(), entry.seq());
                log.add(entry.encoded());
                at += entry.length();
            }
            assertThat(at).isEqualTo(bytes.length);
            state.publish();
        }

        private Command command() {
            if (!sent.isEmpty() && random.nextInt(5) == 0) {
                return sent.get(random.nextInt(sent.size()));
            }
            String from = pick(ACCOUNTS);
            String asset = pick(ASSETS);
            long nonce = reference.nonce(from) + (random.nextInt(6) == 0 ? random.nextInt(3) - 1 : 1);
            String key = "k" + random.nextInt(40);
            return switch (random.nextInt(7)) {
                case 0, 1 -> Command.issue(pick(ACCOUNTS), asset, amount()).key(key);
                case 2 -> Command.burn(from, asset, amount(), nonce).key(key);
                case 3 ->
                    Command.hold(from, asset, amount(), nonce, 1 + random.nextInt(9))
                            .key(key);
                case 4 -> end(key);
                default ->
                    Command.transfer(from, pick(ACCOUNTS), asset, amount(), nonce)
                            .memo(random.nextInt(3) == 0 ? "für " + key : "")
                            .key(key);
            };
        }

        private Command end(String key) {
            if (holds.isEmpty()) {
                return Command.release(random.nextInt(50), "alice", "ron").key(key);
            }
            int pick = random.nextInt(holds.size());
            var hold = placed.get(pick);
            return random.nextBoolean()
                    ? Command.release(holds.get(pick), hold.from(), hold.asset())
                            .key(key)
                    : Command.capture(holds.get(pick), hold.from(), hold.asset(), pick(ACCOUNTS), amount())
                            .key(key);
        }

        private Amount amount() {
            return random.nextInt(30) == 0
                    ? new Amount(random.nextLong(), random.nextLong())
                    : Amount.of(1 + random.nextInt(400));
        }

        private String pick(String[] names) {
            return names[random.nextInt(names.length)];
        }

        private void compare(LedgerState actual) {
            same(actual.publishedSeq(), reference.seq());
            for (String asset : ASSETS) {
                var sum = BigInteger.ZERO;
                for (String account : ACCOUNTS) {
                    var balance = actual.balance(account, asset);
                    same(ReferenceLedger.big(balance.total()), reference.total(account, asset));
                    same(ReferenceLedger.big(balance.available()), reference.available(account, asset));
                    same(balance.nonce(), reference.nonce(account));
                    same(reference.available(account, asset).signum() >= 0, true);
                    sum = sum.add(ReferenceLedger.big(balance.total()));
                }
                var supply = actual.supply(asset);
                same(ReferenceLedger.big(supply.issued()), reference.issued(asset));
                same(ReferenceLedger.big(supply.burned()), reference.burned(asset));
                same(ReferenceLedger.big(supply.circulating()), sum);
            }
        }

        // Ten million comparisons: only a difference is worth an assertion object.
        private static void same(Object actual, Object expected) {
            if (!actual.equals(expected)) {
                assertThat(actual).isEqualTo(expected);
            }
        }

        private LedgerState replayed() {
            var copy = new LedgerState(keysMax, random.nextLong());
            for (int i = 0; i < log.size(); i++) {
                copy.replay(new Entry(log.get(i), 0, i + 1L));
            }
            copy.publish();
            assertThat(copy.publishedRoot()).isEqualTo(state.publishedRoot());
            assertThat(copy.openHolds()).isEqualTo(state.openHolds());
            var again = new Machine(copy, txid -> archive.getOrDefault(txid, 0L));
            var first = new EntryBuffer();
            var second = new EntryBuffer();
            again.start(first);
            machine.start(second);
            for (Command command : sent) {
                assertThat(again.submit(command, now, policy, first))
                        .isEqualTo(machine.submit(command, now, policy, second));
            }
            assertThat(first.payload()).isEqualTo(second.payload());
            // The last comparison is with the reference, which has not seen the repeats.
            return new Rebuild(log, keysMax).state();
        }
    }

    /** A state built from a log alone. */
    private record Rebuild(List<byte[]> log, int keysMax) {
        LedgerState state() {
            var state = new LedgerState(keysMax, 1);
            for (int i = 0; i < log.size(); i++) {
                state.replay(new Entry(log.get(i), 0, i + 1L));
            }
            state.publish();
            return state;
        }
    }
}
