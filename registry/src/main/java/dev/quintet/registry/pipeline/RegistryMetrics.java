package dev.quintet.registry.pipeline;

import dev.quintet.registry.domain.Command;
import dev.quintet.registry.domain.Outcome;
import dev.quintet.registry.store.StoreMoments;
import dev.quintet.shared.metrics.MetricNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What the registry counts, as named moments. */
@ApplicationScoped
class RegistryMetrics implements StoreMoments {
    private static final String RESULT = "result";

    private final MeterRegistry meters;
    private final Counter casFailures;
    private final Counter recoveries;
    private final Timer commitLatency;
    private final Timer chainVerify;

    RegistryMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.casFailures = meters.counter("commit_cas_fail_total");
        this.recoveries = meters.counter("registry_recoveries_total");
        this.commitLatency = Timer.builder("commit_latency_seconds")
                .publishPercentileHistogram()
                .register(meters);
        this.chainVerify = Timer.builder("audit_chain_verify_seconds").register(meters);
    }

    /** A gauge of something that the registry has. */
    void gauge(String name, Supplier<Number> value) {
        Gauge.builder(name, value).register(meters);
    }

    void busy(String endpoint) {
        meters.counter(MetricNames.BUSY_REJECTIONS, MetricNames.ENDPOINT, endpoint)
                .increment();
    }

    void answered(Command command, Outcome outcome, long nanos) {
        if (!(command instanceof Command.Commit)) {
            return;
        }
        String result = switch (outcome) {
            case Outcome.Accepted _ -> "committed";
            case Outcome.Replayed _ -> "replayed";
            case Outcome.Refused refused -> refused.reason().name().toLowerCase(Locale.ROOT);
        };
        meters.counter("registry_updates_total", RESULT, result).increment();
        commitLatency.record(nanos, TimeUnit.NANOSECONDS);
    }

    void verified(boolean valid) {
        meters.counter("approval_verify_total", "algo", "ed25519", RESULT, valid ? "ok" : "invalid")
                .increment();
    }

    void lagged(long missed) {
        meters.counter("registry_stream_lagged_total").increment((double) missed);
    }

    void chainVerified(long nanos) {
        chainVerify.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void casFailed() {
        casFailures.increment();
    }

    @Override
    public void backedOff(String op) {
        meters.counter("storage_backoff_total", MetricNames.OP, op).increment();
    }

    @Override
    public void recovered() {
        recoveries.increment();
    }
}
