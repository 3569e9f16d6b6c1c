package dev.quintet.wallet.client;

import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.metrics.MetricNames;
import dev.quintet.wallet.config.WalletConfig;
import dev.quintet.wallet.domain.Ledger;
import dev.quintet.wallet.domain.Ledger.Batch;
import dev.quintet.wallet.domain.Ledger.Result;
import dev.quintet.wallet.domain.LedgerUnavailable;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.smallrye.faulttolerance.api.TypedGuard;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.util.TypeLiteral;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;

/**
 * Commits with a time limit per call, a few jittered tries and a breaker, as configured now. Repeating is safe only
 * because the ledger recognises every command by its key.
 */
@ApplicationScoped
public class GuardedLedger implements LedgerCalls {
    private static final String LEDGER = "ledger";

    private final Ledger ledger;
    private final HotConfig<WalletConfig> config;
    private final MeterRegistry meters;
    private final Timer latency;
    private volatile Guards guards;

    /** What was built from one snapshot of the configuration: the breaker sits between the retries and the time limit. */
    private record Guards(
            WalletConfig from,
            TypedGuard<CompletionStage<List<List<Result>>>> timeout,
            Breaker breaker,
            TypedGuard<CompletionStage<List<List<Result>>>> retry) {}

    GuardedLedger(Ledger ledger, HotConfig<WalletConfig> config, MeterRegistry meters) {
        this.ledger = ledger;
        this.config = config;
        this.meters = meters;
        this.latency = meters.timer("upstream_latency_seconds", "svc", LEDGER);
        this.guards = build(config.current());
    }

    /** Fails with {@link LedgerUnavailable}, a timeout or an open breaker once the tries are used up. */
    @Override
    public CompletionStage<List<List<Result>>> commit(List<Batch> batches) {
        var current = guards();
        return call(current.retry(), () -> through(current, batches));
    }

    private CompletionStage<List<List<Result>>> through(Guards current, List<Batch> batches) {
        int entered = current.breaker().enter();
        return call(current.timeout(), () -> once(batches)).whenComplete((_, failure) -> {
            if (failure == null) {
                current.breaker().succeeded(entered);
            } else {
                count("upstream_fail_total", "svc", LEDGER);
                current.breaker().failed(entered);
            }
        });
    }

    private CompletionStage<List<List<Result>>> once(List<Batch> batches) {
        long start = System.nanoTime();
        return ledger.commit(batches)
                .whenComplete((_, _) -> latency.record(System.nanoTime() - start, TimeUnit.NANOSECONDS));
    }

    private static CompletionStage<List<List<Result>>> call(
            TypedGuard<CompletionStage<List<List<Result>>>> guard, Supplier<CompletionStage<List<List<Result>>>> call) {
        try {
            return guard.get(call);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new LedgerUnavailable(
                    "the ledger cannot be called: " + e.getClass().getSimpleName());
        }
    }

    /** A reload replaces the guards; calls under way finish with the old ones, and the breaker starts closed. */
    @SuppressWarnings("ReferenceEquality") // Every reload makes a new snapshot; is it the same one?
    private Guards guards() {
        var current = config.current();
        var known = guards;
        if (known.from() != current) {
            known = build(current);
            guards = known;
        }
        return known;
    }

    private Guards build(WalletConfig snapshot) {
        var settings = snapshot.ledger();
        var breaker = new Breaker.Settings(
                settings.breakerFailures(),
                settings.breakerWindow().toNanos(),
                settings.breakerOpen().toNanos(),
                settings.breakerProbes());
        return new Guards(
                snapshot,
                timeout(settings),
                new Breaker(breaker, System::nanoTime, () -> count("circuit_open_total", "svc", LEDGER)),
                retry(settings));
    }

    private TypedGuard<CompletionStage<List<List<Result>>>> timeout(WalletConfig.Ledger settings) {
        return TypedGuard.create(new TypeLiteral<CompletionStage<List<List<Result>>>>() {})
                .withTimeout()
                .duration(settings.timeout().toMillis(), ChronoUnit.MILLIS)
                .onTimeout(() -> count(MetricNames.IO_TIMEOUTS, MetricNames.OP, "ledger_rpc"))
                .done()
                .build();
    }

    private TypedGuard<CompletionStage<List<List<Result>>>> retry(WalletConfig.Ledger settings) {
        return TypedGuard.create(new TypeLiteral<CompletionStage<List<List<Result>>>>() {})
                .withRetry()
                .abortOn(CircuitBreakerOpenException.class)
                .maxRetries(settings.tries() - 1)
                .delay(settings.delay().toMillis(), ChronoUnit.MILLIS)
                .jitter(settings.jitter().toMillis(), ChronoUnit.MILLIS)
                .withExponentialBackoff()
                .factor(2)
                .maxDelay(settings.delayMax().toMillis(), ChronoUnit.MILLIS)
                .done()
                .onRetry(() -> count(MetricNames.BACKOFF_RETRIES, MetricNames.OP, "ledger_rpc"))
                .done()
                .build();
    }

    private void count(String meter, String label, String value) {
        meters.counter(meter, label, value).increment();
    }
}
