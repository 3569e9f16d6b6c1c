package dev.quintet.wallet.pipeline;

import dev.quintet.shared.metrics.MetricNames;
import dev.quintet.wallet.domain.Ledger.Result;
import dev.quintet.wallet.domain.Op;
import dev.quintet.wallet.domain.Outcome;
import dev.quintet.wallet.domain.Refusal;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** What the wallet counts, as named moments. */
@ApplicationScoped
class WalletMetrics {
    private final MeterRegistry meters;
    private final Map<Op, Counter> requests = new EnumMap<>(Op.class);
    private final Map<Refusal, Counter> rejects = new EnumMap<>(Refusal.class);
    private final Counter replays;
    private final Counter nonceConflicts;
    private final AtomicInteger inflight = new AtomicInteger();

    WalletMetrics(MeterRegistry meters) {
        this.meters = meters;
        for (Op op : Op.values()) {
            requests.put(op, meters.counter("wallet_requests_total", MetricNames.OP, op.wire()));
        }
        for (Refusal refusal : Refusal.values()) {
            rejects.put(
                    refusal,
                    meters.counter(
                            "wallet_rejects_total",
                            MetricNames.REASON,
                            refusal.name().toLowerCase(Locale.ROOT)));
        }
        replays = meters.counter("wallet_idem_replays_total");
        nonceConflicts = meters.counter("wallet_nonce_conflicts_total");
        meters.gauge("worker_inflight", inflight);
    }

    void requested(Op op) {
        count(requests.get(op));
    }

    void answered(Result result) {
        switch (result.outcome()) {
            case Outcome.Replayed _ -> replays.increment();
            case Outcome.Refused(Refusal reason, long _) -> {
                count(rejects.get(reason));
                if (reason == Refusal.NONCE_CONFLICT) {
                    nonceConflicts.increment();
                }
            }
            case Outcome.Committed _, Outcome.Abandoned _ -> {}
        }
    }

    void busy(String endpoint) {
        meters.counter(MetricNames.BUSY_REJECTIONS, MetricNames.ENDPOINT, endpoint)
                .increment();
    }

    void conservation(boolean kept) {
        meters.counter("wallet_conservation_checks_total", "outcome", kept ? "ok" : "breach")
                .increment();
    }

    void working(int jobs) {
        inflight.set(jobs);
    }

    private static void count(@org.jspecify.annotations.Nullable Counter counter) {
        if (counter != null) {
            counter.increment();
        }
    }
}
