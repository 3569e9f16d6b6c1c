package dev.quintet.wallet.client;

import dev.quintet.wallet.domain.Balance;
import dev.quintet.wallet.domain.Digest;
import dev.quintet.wallet.domain.Ledger;
import dev.quintet.wallet.domain.LedgerUnavailable;
import dev.quintet.wallet.domain.Op;
import dev.quintet.wallet.domain.Supply;
import dev.quintet.wallet.domain.ledger.Posting;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** A ledger that can be told to stall or fail; exists in the dev and test profiles only. */
public final class FaultyLedger implements Ledger {
    private final Ledger real;
    private volatile long stalledUntilNanos = System.nanoTime();
    private volatile boolean failing;
    private volatile boolean remote;

    public FaultyLedger(Ledger real) {
        this.real = real;
    }

    /** From now on and for that long commits wait and reads are refused. */
    public void stall(Duration time) {
        stalledUntilNanos = System.nanoTime() + time.toNanos();
    }

    /** Whether it claims to be far away. */
    public void remote(boolean far) {
        remote = far;
    }

    @Override
    public boolean remote() {
        return remote;
    }

    /** Whether every call fails at once. */
    public void fail(boolean fails) {
        failing = fails;
    }

    @Override
    public CompletionStage<List<List<Result>>> commit(List<Batch> batches) {
        if (failing) {
            return CompletableFuture.failedFuture(new LedgerUnavailable("told to fail"));
        }
        long wait = stalledUntilNanos - System.nanoTime();
        if (wait <= 0) {
            return real.commit(batches);
        }
        // The caller's time limit gives up on this call; the commit itself must then not happen behind its back
        // any more often than a real, slow ledger would make it happen: once.
        return CompletableFuture.supplyAsync(
                        () -> batches, CompletableFuture.delayedExecutor(wait, TimeUnit.NANOSECONDS))
                .thenCompose(real::commit);
    }

    @Override
    public Balance balance(String account, String asset) {
        check();
        return real.balance(account, asset);
    }

    @Override
    public Supply supply(String asset) {
        check();
        return real.supply(asset);
    }

    @Override
    public Optional<Posting> transaction(Digest txid) {
        check();
        return real.transaction(txid);
    }

    @Override
    public Optional<Posting> entry(long seq) {
        check();
        return real.entry(seq);
    }

    @Override
    public Request request(Op.Family family, String scope, String key) {
        check();
        return real.request(family, scope, key);
    }

    @Override
    public Head head() {
        check();
        return real.head();
    }

    private void check() {
        if (failing || stalledUntilNanos - System.nanoTime() > 0) {
            throw new LedgerUnavailable("told to stall or fail");
        }
    }
}
