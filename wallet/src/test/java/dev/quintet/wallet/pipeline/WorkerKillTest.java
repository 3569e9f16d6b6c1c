package dev.quintet.wallet.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.ChannelRegistry;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.shared.lifecycle.Lifecycle;
import dev.quintet.shared.lifecycle.Readiness;
import dev.quintet.shared.lifecycle.Supervisor;
import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Command;
import dev.quintet.wallet.domain.Ledger.Batch;
import dev.quintet.wallet.domain.Ledger.Result;
import dev.quintet.wallet.domain.Limits;
import dev.quintet.wallet.domain.Outcome;
import dev.quintet.wallet.domain.Policy;
import dev.quintet.wallet.store.EmbeddedLedger;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kills the committer and the ledger's writer again and again while callers go on: every call is answered, once. */
@Timeout(120)
class WorkerKillTest {
    private static final Policy POLICY = new Policy(new Limits(Amount.MAX, Amount.MAX, Amount.MAX), 60_000, 100);
    /** Few, so that the workers go to rest between calls and have to be started again. */
    private static final int CALLERS = 3;

    private static final int EACH = 150;
    private static final int FUNDS = 1_000_000_000;
    /** Below what makes the supervisor escalate within a minute, for each of the two tasks. */
    private static final int KILLS = 3;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ChannelRegistry channels = new ChannelRegistry(meters);
    private final Readiness readiness = new Readiness(meters);
    private final Supervisor supervisor = new Supervisor(meters, readiness, new Lifecycle(readiness, channels));
    private final BoundedChannel<CommitJob> work = channels.bounded("work", 512, "Intake", "Committer");
    private final BoundedChannel<EmbeddedLedger.Group> groups =
            channels.bounded("ledger", 16, "Committer", "EmbeddedLedger");
    private final EmbeddedLedger ledger = EmbeddedLedger.open(
            null,
            10_000,
            groups,
            new EmbeddedLedger.Surroundings(InstantSource.system(), () -> POLICY, HandlerThreads.named("background")));
    private final WalletMetrics metrics = new WalletMetrics(meters);
    private final Intake intake = new Intake(work, new LedgerHealth(readiness), metrics);

    /** Gives up now and then when it should start a worker, which is how a worker's task dies. */
    private static final class Murderous implements Executor {
        private final Executor real = HandlerThreads.named("worker");
        private final AtomicInteger starts = new AtomicInteger();
        private final AtomicInteger kills = new AtomicInteger();

        boolean done() {
            return kills.get() == KILLS;
        }

        @Override
        public void execute(Runnable task) {
            if (starts.incrementAndGet() % 10 == 0 && kills.get() < KILLS) {
                kills.incrementAndGet();
                throw new RejectedExecutionException("killed");
            }
            real.execute(task);
        }
    }

    @Test
    void everyCallIsAnsweredOnceAndTheTasksComeBack() {
        // Given
        var causes = readiness.causes();
        var committers = new Murderous();
        var writers = new Murderous();
        var committer = new Committer(
                work,
                ledger::commit,
                channels.broadcast("events", 16, "Committer", "nobody"),
                channels.broadcast("ledger_bus", 16, "Committer", "nobody"),
                new LedgerHealth(readiness),
                metrics);
        supervisor.run("committer", "committer", () -> committer.run(committers));
        supervisor.run("ledger_writer", "writer", () -> groups.consume(1, writers, ledger::write));
        for (int caller = 0; caller < CALLERS; caller++) {
            commit(Command.issue("c" + caller, "ron", Amount.of(FUNDS)).key("fund" + caller));
        }

        // When
        var sent = new AtomicLong();
        var committed = new AtomicLong();
        var entries = new ConcurrentLinkedQueue<Long>();
        try (var threads = Executors.newFixedThreadPool(CALLERS)) {
            for (int caller = 0; caller < CALLERS; caller++) {
                String from = "c" + caller;
                threads.execute(() -> {
                    for (int nonce = 1; nonce <= EACH || !committers.done() || !writers.done(); nonce++) {
                        sent.incrementAndGet();
                        var outcome = commit(Command.transfer(from, "sink", "ron", Amount.of(1), nonce)
                                .key("k" + nonce));
                        if (outcome instanceof Outcome.Committed(long seq)) {
                            committed.incrementAndGet();
                            entries.add(seq);
                        }
                    }
                });
            }
        }

        // Then
        assertThat(committed).hasValue(sent.get());
        assertThat(entries).doesNotHaveDuplicates();
        assertThat(ledger.balance("sink", "ron").total()).isEqualTo(Amount.of(sent.get()));
        assertThat(ledger.conserved()).isTrue();
        assertThat(restarts("committer")).isEqualTo(KILLS);
        assertThat(restarts("ledger_writer")).isEqualTo(KILLS);
        assertThat(readiness.causes()).isEqualTo(causes);
        work.close();
        groups.close();
    }

    private Outcome commit(Command command) {
        var patience = Duration.ofSeconds(60);
        List<Result> results = intake.submit(new Batch(List.of(command), false), Deadline.after(patience), "test")
                .await()
                .atMost(patience);
        return results.getFirst().outcome();
    }

    private double restarts(String task) {
        return meters.get("service_restarts_total").tag("task", task).counter().count();
    }
}
