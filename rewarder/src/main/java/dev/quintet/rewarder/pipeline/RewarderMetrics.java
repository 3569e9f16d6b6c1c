package dev.quintet.rewarder.pipeline;

import dev.quintet.rewarder.domain.run.IntentState;
import dev.quintet.rewarder.domain.run.Manifest;
import dev.quintet.rewarder.domain.run.Run;
import dev.quintet.rewarder.store.Store;
import dev.quintet.shared.metrics.MetricNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** What the rewarder counts, as named moments. */
@ApplicationScoped
class RewarderMetrics {
    private final MeterRegistry meters;
    private final Timer latency;
    private final Counter quarantines;
    private final Counter droppedResults;
    private final AtomicReference<Double> payout;
    private final AtomicReference<Double> residual;

    RewarderMetrics(MeterRegistry meters, Store store) {
        this.meters = meters;
        this.latency = Timer.builder("reward_compute_latency_seconds")
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofMinutes(10))
                .register(meters);
        this.quarantines = meters.counter("quarantine_total");
        this.droppedResults = meters.counter("dropped_results_total");
        this.payout = new AtomicReference<>(0.0);
        this.residual = new AtomicReference<>(0.0);
        meters.gauge("reward_payout_minor", payout, AtomicReference::get);
        meters.gauge("reward_residual_minor", residual, AtomicReference::get);
        meters.gauge("outbox_depth", store, RewarderMetrics::depth);
    }

    void computed(Duration took) {
        latency.record(took);
    }

    /** Amounts past 2^53 lose digits here; the manifest has them all. */
    void finished(Manifest.Totals totals) {
        payout.set(totals.payout().big().doubleValue());
        residual.set(totals.residual().big().doubleValue());
        status("ok");
    }

    void quarantined() {
        quarantines.increment();
        status("quarantined");
    }

    void failed() {
        status("failed");
    }

    void dry() {
        status("dry_run");
    }

    void droppedResult() {
        droppedResults.increment();
    }

    void busy(String endpoint) {
        meters.counter(MetricNames.BUSY_REJECTIONS, MetricNames.ENDPOINT, endpoint)
                .increment();
    }

    void intents(IntentState state, long count) {
        String result = state == IntentState.DUPLICATE ? "dup" : state.wire();
        meters.counter("intents_total", "result", result).increment((double) count);
    }

    private void status(String status) {
        meters.counter("reward_runs_total", "status", status).increment();
    }

    private static double depth(Store store) {
        return store.runs().all().stream()
                .map(Run::settlement)
                .flatMap(java.util.Optional::stream)
                .mapToInt(settlement ->
                        settlement.progress().pending() + settlement.progress().sent())
                .sum();
    }
}
