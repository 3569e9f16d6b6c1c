package dev.quintet.gateway.front;

import dev.quintet.gateway.domain.drr.Drop;
import dev.quintet.gateway.pipeline.GatewayError;
import dev.quintet.gateway.upstream.Failure;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import java.time.Duration;
import java.util.Map;

/** What callers hear when their request could not be forwarded, or waited for nothing. */
final class Refusals {
    private Refusals() {}

    static ServiceException timeout() {
        return new ServiceException(CommonError.TIMEOUT, "the request did not finish in time");
    }

    static ServiceException slowBody() {
        return new ServiceException(CommonError.REQUEST_TIMEOUT, "the request body came too slowly");
    }

    static ServiceException draining() {
        return new ServiceException(CommonError.DRAINING, "the gateway is shutting down");
    }

    static ServiceException unavailable() {
        return new ServiceException(
                CommonError.UPSTREAM_UNAVAILABLE,
                "the service behind is not reachable",
                Map.of(),
                Duration.ofSeconds(1));
    }

    static ServiceException broken(Failure failure) {
        return new ServiceException(
                GatewayError.UPSTREAM_ERROR,
                failure == Failure.GARBAGE
                        ? "the service behind did not answer in HTTP"
                        : "the service behind broke off");
    }

    static ServiceException dropped(Drop reason, int retryAfterSeconds) {
        return switch (reason) {
            case EVICTED, WAITED ->
                new ServiceException(
                        GatewayError.BUSY,
                        reason == Drop.EVICTED
                                ? "the queue is full and this tenant has the most in it"
                                : "its turn did not come in time",
                        Map.of(),
                        Duration.ofSeconds(retryAfterSeconds));
            case DRAINED -> draining();
        };
    }
}
