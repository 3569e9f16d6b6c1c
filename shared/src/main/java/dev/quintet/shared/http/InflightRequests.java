package dev.quintet.shared.http;

import dev.quintet.shared.metrics.MetricNames;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicInteger;

/** How many requests this process works on, whichever server took them. */
@ApplicationScoped
public class InflightRequests {
    private final AtomicInteger count = new AtomicInteger();

    public InflightRequests(MeterRegistry registry) {
        Gauge.builder(MetricNames.INFLIGHT_REQUESTS, count, AtomicInteger::get).register(registry);
    }

    /** Counts one in and answers how many there are now. */
    public int begin() {
        return count.incrementAndGet();
    }

    public void end() {
        count.decrementAndGet();
    }

    public int now() {
        return count.get();
    }
}
