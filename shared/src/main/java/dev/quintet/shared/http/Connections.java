package dev.quintet.shared.http;

import dev.quintet.shared.http.guard.RequestGuard;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/** The way from a request down to the guard of its connection. */
final class Connections {
    private static final String KEY = "quintet.guard";

    private Connections() {}

    /** To be called once for each request, on its event loop, before anything else looks at it. */
    static void guard(RoutingContext routing, String corrId) {
        if (routing.request().connection() instanceof ConnectionBase connection) {
            var head = new DefaultHttpHeaders().set(CorrelationId.HEADER, corrId);
            routing.put(KEY, RequestGuard.of(connection.channel().pipeline(), head));
        }
    }

    /** None for a request that did not come through a socket. */
    static @Nullable RequestGuard guard(RoutingContext routing) {
        return routing.get(KEY);
    }

    /** Whether the guard has answered in place of whoever is still working on the request. */
    static boolean preempted(RoutingContext routing) {
        var guard = guard(routing);
        return guard != null && guard.refusedWith() != 0;
    }
}
