package dev.quintet.gateway.front;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ErrorCode;
import dev.quintet.shared.http.InflightRequests;
import dev.quintet.shared.metrics.MetricNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Counts and times the requests of the public port, by the prefix of their route; a meter is looked up once and kept. */
final class FrontMeters {
    static final String UNMATCHED = "unmatched";
    static final String ABORTED = "aborted";

    private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(5), Duration.ofMillis(10), Duration.ofMillis(25), Duration.ofMillis(50),
        Duration.ofMillis(100), Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofSeconds(1),
        Duration.ofMillis(2_500), Duration.ofSeconds(5)
    };

    private final MeterRegistry registry;
    private final InflightRequests inflight;
    private final Map<Key, Counter> requests = new ConcurrentHashMap<>();
    private final Map<Key, Timer> latencies = new ConcurrentHashMap<>();

    private record Key(String route, String method, String status) {}

    FrontMeters(MeterRegistry registry, InflightRequests inflight) {
        this.registry = registry;
        this.inflight = inflight;
    }

    int begin() {
        return inflight.begin();
    }

    /** {@code status} is a code, or {@value #ABORTED} when nobody could be answered. */
    void end(String route, String method, String status, long tookNanos) {
        inflight.end();
        // Any other token is the caller's invention and would be an unbounded label.
        String known = METHODS.contains(method) ? method : "other";
        requests.computeIfAbsent(new Key(route, known, status), this::counter).increment();
        latencies.computeIfAbsent(new Key(route, known, ""), this::timer).record(tookNanos, TimeUnit.NANOSECONDS);
    }

    /** One that the management server counts itself. */
    void endElsewhere() {
        inflight.end();
    }

    void refused(ErrorCode code, String endpoint) {
        String reason = reason(code);
        if (!reason.isEmpty()) {
            rejected(reason);
        }
        if (code.name().equals(CommonError.BUSY.name())) {
            registry.counter(MetricNames.BUSY_REJECTIONS, MetricNames.ENDPOINT, endpoint)
                    .increment();
        }
        if (code == CommonError.TIMEOUT) {
            timedOut("request");
        }
    }

    void rejected(String reason) {
        registry.counter(MetricNames.REJECTED, MetricNames.REASON, reason).increment();
    }

    void timedOut(String operation) {
        registry.counter(MetricNames.IO_TIMEOUTS, MetricNames.OP, operation).increment();
    }

    void retried() {
        registry.counter(MetricNames.BACKOFF_RETRIES, MetricNames.OP, "forward").increment();
    }

    void aborted(int count) {
        registry.counter(MetricNames.TASKS_ABORTED, MetricNames.KIND, "request").increment(count);
    }

    /** In the words of the gateway's specification; tokens are counted where they are judged. */
    private static String reason(ErrorCode code) {
        if (!(code instanceof CommonError common)) {
            return "";
        }
        return switch (common) {
            case BAD_REQUEST -> "malformed";
            case BODY_CAP -> "body_cap";
            case DECODED_CAP -> "decoded-cap";
            case DECODED_RATIO -> "decoded-ratio";
            case UNSUPPORTED_MEDIA -> "unsupported";
            case HEADERS_TOO_LARGE -> "headers";
            case REQUEST_TIMEOUT -> "read_timeout";
            case QUOTA -> "quota";
            case DEGRADED -> "degraded";
            case DRAINING -> "draining";
            default -> "";
        };
    }

    private Counter counter(Key key) {
        return Counter.builder(MetricNames.HTTP_REQUESTS)
                .tag(MetricNames.ROUTE, key.route())
                .tag(MetricNames.METHOD, key.method())
                .tag(MetricNames.STATUS, key.status())
                .register(registry);
    }

    private Timer timer(Key key) {
        return Timer.builder(MetricNames.REQUEST_LATENCY)
                .tag(MetricNames.ROUTE, key.route())
                .tag(MetricNames.METHOD, key.method())
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }
}
