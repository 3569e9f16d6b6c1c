package dev.quintet.wallet.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Command;
import dev.quintet.wallet.domain.Ledger.Batch;
import dev.quintet.wallet.domain.Ledger.Result;
import dev.quintet.wallet.domain.Limits;
import dev.quintet.wallet.domain.Outcome;
import dev.quintet.wallet.domain.Outcome.Committed;
import dev.quintet.wallet.domain.Outcome.Replayed;
import dev.quintet.wallet.domain.Policy;
import dev.quintet.wallet.domain.Refusal;
import dev.quintet.wallet.store.EmbeddedLedger;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads racing for the same nonce, the same key, the same funds. */
@Timeout(60)
class CommitRaceTest {
    private static final int RACERS = 16;
    private static final int ROUNDS = 100;
    private static final Policy POLICY = new Policy(new Limits(Amount.MAX, Amount.MAX, Amount.MAX), 60_000, 100);

    private final BoundedChannel<EmbeddedLedger.Group> groups = new BoundedChannel<>("ledger", 1_024);
    private final EmbeddedLedger ledger = EmbeddedLedger.open(
            null,
            10_000,
            groups,
            new EmbeddedLedger.Surroundings(InstantSource.system(), () -> POLICY, HandlerThreads.named("background")));

    @BeforeEach
    void start() throws Exception {
        groups.consume(1, HandlerThreads.named("writer"), ledger::write)
                .subscribe()
                .with(_ -> {});
        submit(Command.issue("alice", "ron", Amount.of(1_000_000)).key("all"));
    }

    @AfterEach
    void stop() {
        groups.close();
    }

    @Test
    void ofManyRequestsWithOneNonceOneSucceeds() throws Exception {
        for (int round = 1; round <= ROUNDS; round++) {
            int nonce = round;
            var outcomes = race(racer ->
                    Command.transfer("alice", "bob", "ron", Amount.of(1), nonce).key("n" + nonce + "-" + racer));

            assertThat(outcomes).filteredOn(Committed.class::isInstance).hasSize(1);
            assertThat(outcomes)
                    .filteredOn(outcome -> outcome.equals(new Outcome.Refused(Refusal.NONCE_CONFLICT, nonce + 1L)))
                    .hasSize(RACERS - 1);
        }
        assertThat(ledger.balance("bob", "ron").total()).isEqualTo(Amount.of(ROUNDS));
    }

    @Test
    void ofManyIdenticalRequestsOneTakesEffectAndAllGetItsEntry() throws Exception {
        for (int round = 1; round <= ROUNDS; round++) {
            int nonce = round;
            var outcomes = race(_ ->
                    Command.transfer("alice", "bob", "ron", Amount.of(1), nonce).key("k" + nonce));

            assertThat(outcomes).filteredOn(Committed.class::isInstance).hasSize(1);
            assertThat(outcomes).filteredOn(Replayed.class::isInstance).hasSize(RACERS - 1);
            assertThat(outcomes.stream().map(CommitRaceTest::entry).distinct()).hasSize(1);
        }
        assertThat(ledger.balance("bob", "ron").total()).isEqualTo(Amount.of(ROUNDS));
        assertThat(ledger.conserved()).isTrue();
    }

    private interface Racer {
        Command command(int racer);
    }

    private List<Outcome> race(Racer racer) throws Exception {
        var barrier = new CyclicBarrier(RACERS);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = new ArrayList<Callable<Outcome>>();
            for (int i = 0; i < RACERS; i++) {
                var command = racer.command(i);
                calls.add(() -> {
                    barrier.await();
                    return submit(command);
                });
            }
            var outcomes = new ArrayList<Outcome>();
            for (Future<Outcome> answer : threads.invokeAll(calls)) {
                outcomes.add(answer.get());
            }
            return outcomes;
        }
    }

    private Outcome submit(Command command) throws Exception {
        List<List<Result>> results = ledger.commit(List.of(new Batch(List.of(command), false)))
                .toCompletableFuture()
                .get();
        return results.getFirst().getFirst().outcome();
    }

    private static long entry(Outcome outcome) {
        return switch (outcome) {
            case Committed(long seq) -> seq;
            case Replayed(long seq) -> seq;
            case Outcome.Refused _, Outcome.Abandoned _ -> -1;
        };
    }
}
