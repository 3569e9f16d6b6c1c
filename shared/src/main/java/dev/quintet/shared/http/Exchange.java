package dev.quintet.shared.http;

import io.vertx.core.http.impl.HttpServerRequestInternal;
import io.vertx.ext.web.RoutingContext;

/** What the edge knows about the request at hand; for filters and forwarding code that hold the routing context. */
public record Exchange(String corrId, long startNanos) {
    /** The label of requests that matched no route; ids in unmatched paths must not become labels. */
    public static final String UNMATCHED = "unmatched";

    private static final String KEY = "quintet.exchange";
    private static final String ROUTE_KEY = "quintet.route";

    /** The exchange that the front filter opened for this request. */
    public static Exchange of(RoutingContext routing) {
        Exchange exchange = routing.get(KEY);
        if (exchange == null) {
            throw new IllegalStateException("the front filter has not seen this request");
        }
        return exchange;
    }

    /** Names the route of a request that is not served by JAX-RS; {@code template} must not contain ids. */
    public static void route(RoutingContext routing, String template) {
        routing.put(ROUTE_KEY, template);
    }

    /** The templated path, {@value #UNMATCHED} when no route took the request. */
    public static String route(RoutingContext routing) {
        String named = routing.get(ROUTE_KEY);
        if (named != null) {
            return named;
        }
        // Quarkus REST leaves its template here for its own observability.
        String template =
                ((HttpServerRequestInternal) routing.request()).context().getLocal("UrlPathTemplate");
        return template == null ? UNMATCHED : template;
    }

    void open(RoutingContext routing) {
        routing.put(KEY, this);
    }

    static boolean opened(RoutingContext routing) {
        return routing.get(KEY) != null;
    }
}
