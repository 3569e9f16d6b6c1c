package dev.quintet.wallet.pipeline;

import dev.quintet.shared.config.HotConfig;
import dev.quintet.wallet.config.WalletConfig;
import dev.quintet.wallet.domain.Balance;
import dev.quintet.wallet.domain.Ledger;
import dev.quintet.wallet.domain.LedgerUnavailable;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Answers balances from the ledger, and from memory while the ledger does not answer. Remembers the balances asked for
 * last, at most {@value #SIZE}; the invalidator keeps them current.
 */
@ApplicationScoped
public class BalanceCache {
    /** Some 20 MiB; who asks for more than that during a stall gets 503 for the rest. */
    static final int SIZE = 100_000;

    private final Ledger ledger;
    private final HotConfig<WalletConfig> config;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<LedgerChange, Reading> known = new LinkedHashMap<>(16, 0.75f, true) { // guarded by lock
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<LedgerChange, Reading> eldest) {
                    return size() > SIZE;
                }
            };

    @Inject
    BalanceCache(Ledger ledger, HotConfig<WalletConfig> config) {
        this(ledger, config, InstantSource.system());
    }

    BalanceCache(Ledger ledger, HotConfig<WalletConfig> config, InstantSource clock) {
        this.ledger = ledger;
        this.config = config;
        this.clock = clock;
    }

    /** A balance, when the ledger last confirmed it, and how long ago that was; zero when it was just now. */
    public record Reading(Balance balance, long atMillis, long staleMillis) {
        Reading(Balance balance, long atMillis) {
            this(balance, atMillis, 0);
        }

        Reading asOf(long now) {
            return new Reading(balance, atMillis, Math.max(1, now - atMillis));
        }
    }

    /** The balance now, or the last one known while the ledger is away; fails when none is known. */
    public Reading read(String account, String asset) {
        var what = new LedgerChange(account, asset);
        if (ledger.remote()) {
            var young = recall(what).filter(this::young);
            if (young.isPresent()) {
                return young.get().asOf(clock.millis());
            }
        }
        try {
            var fresh = new Reading(ledger.balance(account, asset), clock.millis());
            remember(what, fresh);
            return fresh;
        } catch (LedgerUnavailable e) {
            return recall(what).orElseThrow(LedgerHealth::unavailable).asOf(clock.millis());
        }
    }

    private boolean young(Reading reading) {
        return clock.millis() - reading.atMillis()
                <= config.current().balanceStaleMax().toMillis();
    }

    /** Reads a balance again if anybody has asked for it. */
    void refresh(LedgerChange change) {
        if (recall(change).isPresent()) {
            try {
                remember(change, new Reading(ledger.balance(change.account(), change.asset()), clock.millis()));
            } catch (LedgerUnavailable e) {
                forget(change); // Known to be wrong, and the truth is not to be had.
            }
        }
    }

    void clear() {
        lock.lock();
        try {
            known.clear();
        } finally {
            lock.unlock();
        }
    }

    private Optional<Reading> recall(LedgerChange what) {
        lock.lock();
        try {
            return Optional.ofNullable(known.get(what));
        } finally {
            lock.unlock();
        }
    }

    private void remember(LedgerChange what, Reading reading) {
        lock.lock();
        try {
            // Two reads may arrive out of order; what the ledger said later stays.
            known.merge(
                    what,
                    reading,
                    (had, read) -> read.balance().newest() >= had.balance().newest() ? read : had);
        } finally {
            lock.unlock();
        }
    }

    private void forget(LedgerChange what) {
        lock.lock();
        try {
            known.remove(what);
        } finally {
            lock.unlock();
        }
    }
}
