package dev.quintet.shared.http;

import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.config.QuintetConfig;
import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.deadline.DeadlineContext;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.lifecycle.Lifecycle;
import io.quarkus.vertx.http.ManagementInterface;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

/** The first to see a parsed request and the last to see its answer: correlation id, drain, deadline, meters. */
@ApplicationScoped
class FrontFilter {
    static final String DEADLINE_HEADER = "X-Deadline-Ms";
    static final String CORR_ID = "corr_id";

    /** Before everything else that registers a route. */
    private static final int FIRST = 1_000_000;

    private final HotConfig<QuintetConfig> config;
    private final RequestMeters meters;
    private final Lifecycle lifecycle;

    FrontFilter(HotConfig<QuintetConfig> config, RequestMeters meters, Lifecycle lifecycle) {
        this.config = config;
        this.meters = meters;
        this.lifecycle = lifecycle;
    }

    void onPublic(@Observes Filters filters) {
        filters.register(this::admit, FIRST);
    }

    /** The admin port has correlation ids and problem bodies too, but no caps, drain or meters. */
    void onAdmin(@Observes ManagementInterface admin) {
        admin.router().route().order(-FIRST).handler(routing -> {
            open(routing);
            routing.next();
        });
    }

    private void admit(RoutingContext routing) {
        if (Exchange.opened(routing)) {
            routing.next(); // Rerouted: it is still the same request.
            return;
        }
        open(routing);
        try {
            meters.begin(routing, config.current().http().inflightMax());
            refuseWhileDraining(routing);
            arm(routing, budget(routing.request().getHeader(DEADLINE_HEADER)));
        } catch (ServiceException refused) {
            ProblemAnswer.send(routing, refused);
            return;
        }
        routing.next();
    }

    private void open(RoutingContext routing) {
        String corrId = CorrelationId.from(routing.request().headers());
        new Exchange(corrId, System.nanoTime()).open(routing);
        Connections.guard(routing, corrId);
        routing.response().putHeader(CorrelationId.HEADER, corrId);
        MDC.put(CORR_ID, corrId); // Bound to the request's context by Quarkus, not to this thread.
    }

    private void refuseWhileDraining(RoutingContext routing) {
        if (lifecycle.draining()) {
            meters.rejected("draining");
            // The client's next attempt must find another instance.
            routing.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            throw new ServiceException(CommonError.DRAINING, "the service is shutting down");
        }
    }

    private void arm(RoutingContext routing, Duration budget) {
        routing.put(DeadlineContext.KEY, Deadline.after(budget));
        if (budget.isZero()) {
            meters.timedOut();
            throw timeout();
        }
        long timer = routing.vertx().setTimer(Math.max(1, budget.toMillis()), _ -> expire(routing));
        routing.addEndHandler(_ -> routing.vertx().cancelTimer(timer));
    }

    // Below Vert.x, because the resource may be about to answer on another thread: there only one of the two gets
    // through. The connection then closes, and with it the subscription of a Uni that is still being waited for.
    private void expire(RoutingContext routing) {
        if (routing.response().headWritten()) {
            return; // A stream has begun; deadlines are for its first byte.
        }
        meters.timedOut();
        var guard = Connections.guard(routing);
        if (guard == null) {
            ProblemAnswer.send(routing, timeout());
        } else {
            guard.preempt(timeout());
        }
        BlockedWork.cancel(routing);
    }

    private static ServiceException timeout() {
        return new ServiceException(CommonError.TIMEOUT, "the request did not finish in time");
    }

    private Duration budget(@Nullable String header) {
        var ceiling = config.current().http().deadlineMax();
        if (header == null) {
            return ceiling;
        }
        try {
            long millis = Long.parseLong(header);
            if (millis >= 0) {
                return millis < ceiling.toMillis() ? Duration.ofMillis(millis) : ceiling;
            }
        } catch (NumberFormatException e) {
            // Told to the caller below.
        }
        throw new ServiceException(CommonError.BAD_REQUEST, DEADLINE_HEADER + " must be a whole number, 0 or more");
    }
}
