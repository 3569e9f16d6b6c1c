package dev.quintet.rewarder.client;

import dev.quintet.rewarder.config.RewarderConfig;
import dev.quintet.shared.metrics.MetricNames;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.faulttolerance.api.CircuitBreakerState;
import io.smallrye.faulttolerance.api.TypedGuard;
import jakarta.enterprise.util.TypeLiteral;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;

/**
 * One other service: calls with a time limit, a few jittered tries and a breaker. Only requests whose repetition is harmless go
 * through here. Blocks; for virtual threads.
 */
final class Upstream {
    private final String service;
    private final URI base;
    private final Duration timeout;
    private final MeterRegistry meters;
    private final HttpClient client;
    private final TypedGuard<HttpResponse<?>> guard;

    Upstream(String service, URI base, RewarderConfig config, MeterRegistry meters) {
        this.service = service;
        this.base = base;
        this.timeout = config.upstream().timeout();
        this.meters = meters;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(timeout)
                .build();
        this.guard = guard(config);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(base.resolve(path)).timeout(timeout);
    }

    /** The answer, whatever its status below 500 and other than 429; otherwise {@link UpstreamException}. */
    @SuppressWarnings("unchecked") // The guard hands back what the handler made.
    <T> HttpResponse<T> call(HttpRequest request, HttpResponse.BodyHandler<T> handler) throws InterruptedException {
        try {
            return (HttpResponse<T>) guard.call((Callable<HttpResponse<?>>) () -> once(request, handler));
        } catch (CircuitBreakerOpenException e) {
            throw new UpstreamException(service, "failed too often and is left alone for a while");
        } catch (InterruptedException | UpstreamException e) {
            throw e;
        } catch (Exception e) {
            throw new UpstreamException(service, String.valueOf(e.getMessage()));
        }
    }

    private <T> HttpResponse<T> once(HttpRequest request, HttpResponse.BodyHandler<T> handler)
            throws InterruptedException {
        HttpResponse<T> answer;
        try {
            answer = client.send(request, handler);
        } catch (HttpTimeoutException e) {
            meters.counter(MetricNames.IO_TIMEOUTS, MetricNames.OP, service).increment();
            throw new UpstreamException(service, "no answer within " + timeout.toMillis() + " ms");
        } catch (IOException e) {
            throw new UpstreamException(
                    service, "cannot be reached: " + e.getClass().getSimpleName());
        }
        if (answer.statusCode() >= 500 || answer.statusCode() == 429) {
            throw new UpstreamException(service, "answers " + answer.statusCode());
        }
        return answer;
    }

    private TypedGuard<HttpResponse<?>> guard(RewarderConfig config) {
        var settlement = config.settlement();
        long middle = settlement.delayMin().plus(settlement.delayMax()).toMillis() / 2;
        long spread =
                Math.max(0, settlement.delayMax().minus(settlement.delayMin()).toMillis() / 2);
        return TypedGuard.create(new TypeLiteral<HttpResponse<?>>() {})
                .withCircuitBreaker()
                .requestVolumeThreshold(config.upstream().breakerFailures())
                .failureRatio(1.0)
                .delay(config.upstream().breakerOpen().toMillis(), ChronoUnit.MILLIS)
                .successThreshold(1)
                .onStateChange(this::breakerMoved)
                .onFailure(() -> count("upstream_fail_total"))
                .done()
                .withRetry()
                .maxRetries(settlement.tries() - 1)
                .delay(middle, ChronoUnit.MILLIS)
                .jitter(spread, ChronoUnit.MILLIS)
                .abortOn(CircuitBreakerOpenException.class)
                .onRetry(() -> meters.counter(MetricNames.BACKOFF_RETRIES, MetricNames.OP, service)
                        .increment())
                .done()
                .build();
    }

    private void breakerMoved(CircuitBreakerState state) {
        if (state == CircuitBreakerState.OPEN) {
            count("circuit_open_total");
        }
    }

    private void count(String meter) {
        meters.counter(meter, "svc", service).increment();
    }
}
