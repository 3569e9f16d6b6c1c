package dev.quintet.shared.deadline;

import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.RequestScoped;
import java.time.Duration;

/**
 * The deadline of the request at hand: what the caller has left, at most the service's own ceiling. Read it in the
 * resource and pass the {@link Deadline} on as an argument; nothing below the edge injects this.
 */
@RequestScoped
public class DeadlineContext {
    /** Where the front filter leaves the deadline in the routing context. */
    public static final String KEY = "quintet.deadline";

    private final RoutingContext routing;

    DeadlineContext(RoutingContext routing) {
        this.routing = routing;
    }

    /** Past this moment the caller has been answered 504, whatever the resource still does. */
    public Deadline deadline() {
        Deadline deadline = routing.get(KEY);
        if (deadline == null) {
            throw new IllegalStateException("no request is being served");
        }
        return deadline;
    }

    /** The request's deadline, or {@code budget} from now if that is sooner. */
    public Deadline within(Duration budget) {
        return deadline().earlier(Deadline.after(budget));
    }
}
