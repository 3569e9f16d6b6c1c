package dev.quintet.shared.http;

import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ErrorMapper;
import dev.quintet.shared.error.Problem;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** The JAX-RS side of the one mapper path: whatever a resource or filter throws leaves as a {@link Problem}. */
class ProblemMapper {
    private static final Logger LOG = Logger.getLogger(ProblemMapper.class);

    private final RequestMeters meters;

    ProblemMapper(RequestMeters meters) {
        this.meters = meters;
    }

    // The listed types have mappers of Quarkus' own that would win over the one for Throwable.
    @ServerExceptionMapper({Throwable.class, WebApplicationException.class, MismatchedInputException.class})
    Response toResponse(Throwable failure, RoutingContext routing) {
        if (failure instanceof WebApplicationException web && web.getResponse().getStatus() < 400) {
            return web.getResponse();
        }
        var answer = ErrorMapper.answer(failure);
        // Once the connection has gone, a failed read or write is only its echo.
        if (answer.code() == CommonError.INTERNAL && !routing.response().closed() && !Connections.preempted(routing)) {
            LOG.errorf(failure, "request failed: %s %s", routing.request().method(), Exchange.route(routing));
        }
        meters.refused(answer.code());
        var problem = Problem.of(answer, Exchange.of(routing).corrId());
        var response = Response.status(problem.status())
                .type(Problem.MEDIA_TYPE)
                .header("X-Content-Type-Options", "nosniff")
                .entity(problem.toJson());
        if (problem.retryAfter() != null) {
            response.header(HttpHeaders.RETRY_AFTER, problem.retryAfter());
        }
        if (answer.code() == CommonError.METHOD_NOT_ALLOWED) {
            response.header(HttpHeaders.ALLOW, AllowedMethods.at(routing.normalizedPath()));
        }
        if (failure instanceof WebApplicationException web) {
            copy(web.getResponse(), HttpHeaders.WWW_AUTHENTICATE, response);
        }
        return response.build();
    }

    private static void copy(Response from, String header, Response.ResponseBuilder to) {
        var values = from.getHeaders().get(header);
        if (values != null) {
            values.forEach(value -> to.header(header, value));
        }
    }
}
