package dev.quintet.shared.http;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ErrorCode;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.metrics.MetricNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Counts and times every request of the public port, by templated route. */
@ApplicationScoped
class RequestMeters {
    // Any other token is the caller's invention and would be an unbounded label.
    private static final Set<HttpMethod> METHODS = Set.of(
            HttpMethod.GET,
            HttpMethod.HEAD,
            HttpMethod.POST,
            HttpMethod.PUT,
            HttpMethod.PATCH,
            HttpMethod.DELETE,
            HttpMethod.OPTIONS);

    private static final Duration[] BUCKETS = {
        Duration.ofMillis(5), Duration.ofMillis(10), Duration.ofMillis(25), Duration.ofMillis(50),
        Duration.ofMillis(100), Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofSeconds(1),
        Duration.ofMillis(2_500), Duration.ofSeconds(5)
    };

    private final MeterRegistry registry;
    private final InflightRequests inflight;

    RequestMeters(MeterRegistry registry, InflightRequests inflight) {
        this.registry = registry;
        this.inflight = inflight;
    }

    /** Counts the request in, and out again when its answer has ended or its connection has gone; 429 past the limit. */
    void begin(RoutingContext routing, int inflightMax) {
        int now = inflight.begin();
        routing.addEndHandler(answered -> end(routing, answered.succeeded()));
        if (now > inflightMax) {
            rejected("inflight");
            throw new ServiceException(CommonError.BUSY, "too many requests are being worked on");
        }
    }

    void rejected(String reason) {
        registry.counter(MetricNames.REJECTED, MetricNames.REASON, reason).increment();
    }

    /** Counts what the edge, and not a service, found wrong with a request; in the gateway specification's words. */
    void refused(ErrorCode code) {
        if (code instanceof CommonError common) {
            switch (common) {
                case DECODED_CAP -> rejected("decoded-cap");
                case DECODED_RATIO -> rejected("decoded-ratio");
                case UNSUPPORTED_MEDIA -> rejected("unsupported");
                default -> {}
            }
        }
    }

    void timedOut() {
        registry.counter(MetricNames.IO_TIMEOUTS, MetricNames.OP, "request").increment();
    }

    private void end(RoutingContext routing, boolean answered) {
        inflight.end();
        String route = Exchange.route(routing);
        String method = METHODS.contains(routing.request().method())
                ? routing.request().method().name()
                : "other";
        String status = answered ? Integer.toString(routing.response().getStatusCode()) : unanswered(routing);
        Counter.builder(MetricNames.HTTP_REQUESTS)
                .tag(MetricNames.ROUTE, route)
                .tag(MetricNames.METHOD, method)
                .tag(MetricNames.STATUS, status)
                .register(registry)
                .increment();
        Timer.builder(MetricNames.REQUEST_LATENCY)
                .tag(MetricNames.ROUTE, route)
                .tag(MetricNames.METHOD, method)
                .serviceLevelObjectives(BUCKETS)
                .register(registry)
                .record(System.nanoTime() - Exchange.of(routing).startNanos(), TimeUnit.NANOSECONDS);
    }

    /** The guard may have answered instead of the application; otherwise the client has gone. */
    private static String unanswered(RoutingContext routing) {
        var guard = Connections.guard(routing);
        int status = guard == null ? 0 : guard.refusedWith();
        return status == 0 ? "aborted" : Integer.toString(status);
    }
}
