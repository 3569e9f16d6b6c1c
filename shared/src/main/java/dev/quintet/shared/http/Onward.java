package dev.quintet.shared.http;

import dev.quintet.shared.deadline.DeadlineContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.RequestScoped;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The headers with which a call to another service goes on with the request at hand: its correlation id, what is left of
 * its time, and its trace. Read it in the resource and pass the map on; nothing below the edge injects this.
 */
@RequestScoped
public class Onward {
    private final RoutingContext routing;
    private final DeadlineContext deadlines;

    Onward(RoutingContext routing, DeadlineContext deadlines) {
        this.routing = routing;
        this.deadlines = deadlines;
    }

    public Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(CorrelationId.HEADER, Exchange.of(routing).corrId());
        headers.put(
                FrontFilter.DEADLINE_HEADER,
                Long.toString(deadlines.deadline().remaining().toMillis()));
        W3CTraceContextPropagator.getInstance().inject(Context.current(), headers, (into, key, value) -> {
            if (into != null) {
                into.put(key, value);
            }
        });
        return headers;
    }
}
