package dev.quintet.wallet.client;

import dev.quintet.shared.metrics.MetricNames;
import dev.quintet.wallet.config.WalletConfig;
import dev.quintet.wallet.domain.Ledger;
import dev.quintet.wallet.domain.Ledger.Batch;
import dev.quintet.wallet.domain.Ledger.Result;
import dev.quintet.wallet.domain.LedgerUnavailable;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.smallrye.faulttolerance.api.CircuitBreakerState;
import io.smallrye.faulttolerance.api.TypedGuard;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.util.TypeLiteral;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Commits with a time limit per call, a few jittered tries and a breaker, as configured. Repeating is safe only because
 * the ledger recognises every command by its key.
 */
@ApplicationScoped
public class GuardedLedger {
    private static final String LEDGER = "ledger";

    private final Ledger ledger;
    private final MeterRegistry meters;
    private final Timer latency;
    private final TypedGuard<CompletionStage<List<List<Result>>>> guard;

    GuardedLedger(Ledger ledger, WalletConfig config, MeterRegistry meters) {
        this.ledger = ledger;
        this.meters = meters;
        this.latency = meters.timer("upstream_latency_seconds", "svc", LEDGER);
        this.guard = guard(config.ledger());
    }

    /** Fails with {@link LedgerUnavailable}, a timeout or an open breaker once the tries are used up. */
    public CompletionStage<List<List<Result>>> commit(List<Batch> batches) {
        Supplier<CompletionStage<List<List<Result>>>> call = () -> once(batches);
        try {
            return guard.get(call);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new LedgerUnavailable(
                    "the ledger cannot be called: " + e.getClass().getSimpleName());
        }
    }

    private CompletionStage<List<List<Result>>> once(List<Batch> batches) {
        long start = System.nanoTime();
        return ledger.commit(batches)
                .whenComplete((results, failure) ->
                        latency.record(System.nanoTime() - start, java.util.concurrent.TimeUnit.NANOSECONDS));
    }

    private TypedGuard<CompletionStage<List<List<Result>>>> guard(WalletConfig.Ledger config) {
        return TypedGuard.create(new TypeLiteral<CompletionStage<List<List<Result>>>>() {})
                .withTimeout()
                .duration(config.timeout().toMillis(), ChronoUnit.MILLIS)
                .onTimeout(() -> count(MetricNames.IO_TIMEOUTS, MetricNames.OP, "ledger_rpc"))
                .done()
                .withCircuitBreaker()
                .requestVolumeThreshold(config.breakerFailures())
                .failureRatio(1.0)
                .delay(config.breakerOpen().toMillis(), ChronoUnit.MILLIS)
                .successThreshold(config.breakerProbes())
                .onStateChange(this::breakerMoved)
                .onFailure(() -> count("upstream_fail_total", "svc", LEDGER))
                .done()
                .withRetry()
                .maxRetries(config.tries() - 1)
                .delay(config.delay().toMillis(), ChronoUnit.MILLIS)
                .jitter(config.jitter().toMillis(), ChronoUnit.MILLIS)
                .withExponentialBackoff()
                .factor(2)
                .maxDelay(config.delayMax().toMillis(), ChronoUnit.MILLIS)
                .done()
                .onRetry(() -> count(MetricNames.BACKOFF_RETRIES, MetricNames.OP, "ledger_rpc"))
                .done()
                .build();
    }

    private void breakerMoved(CircuitBreakerState state) {
        if (state == CircuitBreakerState.OPEN) {
            count("circuit_open_total", "svc", LEDGER);
        }
    }

    private void count(String meter, String label, String value) {
        meters.counter(meter, label, value).increment();
    }
}
