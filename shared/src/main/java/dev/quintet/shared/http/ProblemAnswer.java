package dev.quintet.shared.http;

import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ErrorMapper;
import dev.quintet.shared.error.Problem;
import dev.quintet.shared.error.ServiceException;
import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.jboss.logging.Logger;

/** The Vert.x side of the one mapper path: failures and unknown paths outside JAX-RS, on both ports. */
@ApplicationScoped
public class ProblemAnswer {
    private static final Logger LOG = Logger.getLogger(ProblemAnswer.class);

    /** Before Quarkus' own failure handler, which would answer with HTML or an empty body. */
    private static final int FIRST = -900_000;

    /** After everything that could still take the request. */
    private static final int LAST = 900_000;

    void onPublic(@Observes Router router) {
        install(router);
    }

    void onAdmin(@Observes ManagementInterface admin) {
        install(admin.router());
    }

    /** Answers with {@code failure}'s problem body, unless an answer has already begun. */
    public static void send(RoutingContext routing, ServiceException failure) {
        var response = routing.response();
        if (response.ended() || response.closed()) {
            return;
        }
        if (response.headWritten()) {
            // Too late for a status: a broken connection is the only honest signal.
            routing.request().connection().close();
            return;
        }
        var problem = Problem.of(failure, corrId(routing));
        response.setStatusCode(problem.status())
                .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
                .putHeader("X-Content-Type-Options", "nosniff");
        if (problem.retryAfter() != null) {
            response.putHeader("Retry-After", problem.retryAfter().toString());
        }
        response.end(Buffer.buffer(problem.toJson()));
    }

    /** Vert.x refuses some requests (a path without a slash, no host) before the front filter sees them. */
    private static String corrId(RoutingContext routing) {
        if (Exchange.opened(routing)) {
            return Exchange.of(routing).corrId();
        }
        String corrId = CorrelationId.from(routing.request().headers());
        routing.response().putHeader(CorrelationId.HEADER, corrId);
        return corrId;
    }

    private static void install(Router router) {
        router.route().order(FIRST).failureHandler(ProblemAnswer::fail);
        router.route().order(LAST).handler(routing -> send(routing, ErrorMapper.answer(404)));
    }

    private static void fail(RoutingContext routing) {
        Throwable cause = routing.failure();
        int status = routing.statusCode();
        boolean refused = status >= 400 && status < 500;
        var answer = cause == null || refused ? ErrorMapper.answer(status) : ErrorMapper.answer(cause);
        if (answer.code() == CommonError.INTERNAL) {
            LOG.errorf(cause, "request failed: %s %s", routing.request().method(), Exchange.route(routing));
        }
        send(routing, answer);
    }
}
