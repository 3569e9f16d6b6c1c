package dev.quintet.tools.bench.wallet;

import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Command;
import dev.quintet.wallet.domain.Ledger.Batch;
import dev.quintet.wallet.domain.Ledger.Result;
import dev.quintet.wallet.domain.Limits;
import dev.quintet.wallet.domain.Outcome;
import dev.quintet.wallet.domain.Policy;
import dev.quintet.wallet.store.EmbeddedLedger;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * The embedded ledger without HTTP: one thread makes commands, digests included, the ledger's writer judges them, appends
 * and syncs. Runs in a process of its own, with the wallet's classes; prints a figure per line, then ends without closing,
 * so that what it leaves behind is what a crash leaves.
 */
final class LedgerBench {
    private static final Policy POLICY = new Policy(new Limits(Amount.MAX, Amount.MAX, Amount.MAX), 86_400_000, 1_000);
    private static final int KEYS = 2_000_000;
    private static final int BATCH = 1_000;
    private static final int BATCHES = 20;
    private static final int OUTSTANDING = 4;
    private static final int FUNDS = 16;
    private static final double MIB = 1024.0 * 1024;

    private final BoundedChannel<EmbeddedLedger.Group> groups = new BoundedChannel<>("ledger", 16);
    private final EmbeddedLedger ledger;
    private final ArrayDeque<CompletableFuture<List<List<Result>>>> underWay = new ArrayDeque<>();
    private final SplittableRandom random = new SplittableRandom(1);
    private final long[] nonces = new long[FUNDS];
    private final int accounts;
    private long made;

    private LedgerBench(Path folder, int accounts) {
        this.accounts = accounts;
        ledger = EmbeddedLedger.open(
                folder,
                KEYS,
                groups,
                new EmbeddedLedger.Surroundings(
                        InstantSource.system(), () -> POLICY, HandlerThreads.named("ledger-background")));
        groups.consume(1, HandlerThreads.named("ledger-writer"), ledger::write)
                .subscribe()
                .with(_ -> {});
    }

    /** Arguments: data folder, accounts, transfers not counted, transfers. */
    public static void main(String[] arguments) {
        var bench = new LedgerBench(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
        bench.fund();
        bench.transfer(Long.parseLong(arguments[2]));
        long count = Long.parseLong(arguments[3]);
        long start = System.nanoTime();
        bench.transfer(count);
        System.out.println(count * 1e9 / (System.nanoTime() - start) + " transfers/s");
        System.gc();
        var runtime = Runtime.getRuntime();
        System.out.println((runtime.totalMemory() - runtime.freeMemory()) / MIB + " heap MiB");
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private void fund() {
        var commands = new ArrayList<Command>();
        for (int i = 0; i < FUNDS; i++) {
            commands.add(Command.issue("fund" + i, "ron", new Amount(1, 0)).key("fund" + i));
        }
        submit(List.of(new Batch(commands, false)));
        settle(0);
    }

    private void transfer(long count) {
        for (long end = made + count; made < end; ) {
            var batches = new ArrayList<Batch>(BATCHES);
            for (int b = 0; b < BATCHES; b++) {
                batches.add(batch());
            }
            submit(batches);
            settle(OUTSTANDING);
        }
        settle(0);
    }

    private Batch batch() {
        var commands = new ArrayList<Command>(BATCH);
        int from = random.nextInt(FUNDS);
        for (int i = 0; i < BATCH; i++) {
            // Every account gets its turn once, then by chance.
            long to = made < accounts ? made : random.nextInt(accounts);
            commands.add(Command.transfer("fund" + from, "account-" + to, "ron", Amount.of(1), ++nonces[from])
                    .key("payout-2026-" + ++made));
        }
        return new Batch(commands, false);
    }

    private void submit(List<Batch> batches) {
        underWay.add(ledger.commit(batches).toCompletableFuture());
    }

    private void settle(int atMost) {
        while (underWay.size() > atMost) {
            for (List<Result> results : underWay.remove().join()) {
                for (Result result : results) {
                    if (!(result.outcome() instanceof Outcome.Committed)) {
                        throw new IllegalStateException("not committed: " + result.outcome());
                    }
                }
            }
        }
    }
}
