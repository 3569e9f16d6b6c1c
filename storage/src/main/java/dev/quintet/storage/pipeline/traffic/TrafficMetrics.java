package dev.quintet.storage.pipeline.traffic;

import dev.quintet.shared.metrics.MetricNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** What passes through the front door, as named moments. */
@ApplicationScoped
public class TrafficMetrics {
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1),
        Duration.ofMillis(2),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofMillis(2_500),
        Duration.ofSeconds(5)
    };

    private final MeterRegistry meters;
    private final Timer whole;
    private final Timer part;
    private final Timer put;
    private final Counter bytesIn;
    private final Counter bytesOut;

    TrafficMetrics(MeterRegistry meters) {
        this.meters = meters;
        whole = get(meters, "whole");
        part = get(meters, "part");
        put = Timer.builder("storage_put_latency_seconds")
                .serviceLevelObjectives(BUCKETS)
                .register(meters);
        bytesIn = meters.counter("bytes_in_total");
        bytesOut = meters.counter("bytes_out_total");
    }

    /** From the request to its first verified bytes; how fast the client takes them is not ours to answer for. */
    public void got(boolean ranged, long startNanos) {
        (ranged ? part : whole).record(System.nanoTime() - startNanos, TimeUnit.NANOSECONDS);
    }

    /** From the request to the durable object. */
    public void stored(long startNanos) {
        put.record(System.nanoTime() - startNanos, TimeUnit.NANOSECONDS);
    }

    /** Content taken in, decoded. */
    public void received(long bytes) {
        bytesIn.increment((double) bytes);
    }

    /** Content handed to the network. */
    public void sent(long bytes) {
        bytesOut.increment((double) bytes);
    }

    /** A body that the decode guards refused. */
    public void notDecoded(String reason) {
        meters.counter("decompress_reject_total", MetricNames.REASON, reason).increment();
    }

    /** Refused because a queue was full. */
    public void busy(String endpoint) {
        meters.counter(MetricNames.BUSY_REJECTIONS, MetricNames.ENDPOINT, endpoint)
                .increment();
    }

    private static Timer get(MeterRegistry meters, String range) {
        return Timer.builder("storage_get_latency_seconds")
                .tag("range", range)
                .serviceLevelObjectives(BUCKETS)
                .register(meters);
    }
}
