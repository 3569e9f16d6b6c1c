package dev.quintet.shared.error;

import io.smallrye.mutiny.CompositeException;
import jakarta.ws.rs.WebApplicationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;

/**
 * The only place where a throwable becomes an answer, whichever layer caught it. Messages of exceptions that are not
 * {@link ServiceException} never reach the caller.
 */
public final class ErrorMapper {
    private ErrorMapper() {}

    /** What the caller is told about {@code failure}; {@code INTERNAL} when it was not foreseen. */
    public static ServiceException answer(Throwable failure) {
        return switch (failure) {
            case ServiceException answer -> answer;
            case CompletionException wrapper when wrapper.getCause() != null -> answer(wrapper.getCause());
            case ExecutionException wrapper when wrapper.getCause() != null -> answer(wrapper.getCause());
            case CompositeException wrapper -> answer(wrapper.getCauses().getFirst());
            case WebApplicationException web -> web(web);
            // A request's thread is interrupted at its deadline and at the end of the process, never otherwise.
            case InterruptedException _,
                    TimeoutException _,
                    io.smallrye.mutiny.TimeoutException _,
                    org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException _ ->
                new ServiceException(CommonError.TIMEOUT, "the request did not finish in time");
            case CircuitBreakerOpenException _ ->
                new ServiceException(CommonError.UPSTREAM_UNAVAILABLE, "an upstream is unavailable");
            case BulkheadException _, RejectedExecutionException _ ->
                new ServiceException(CommonError.BUSY, "too many requests are being worked on");
            default -> new ServiceException(CommonError.INTERNAL, "the request failed; the log has the reason");
        };
    }

    /** The answer for a bare HTTP status, as routes outside JAX-RS fail with. */
    public static ServiceException answer(int status) {
        return switch (status) {
            case 400 -> new ServiceException(CommonError.BAD_REQUEST, "the request is malformed");
            case 401 -> new ServiceException(CommonError.UNAUTHORIZED, "a valid token is required");
            case 403 -> new ServiceException(CommonError.FORBIDDEN, "the token does not allow this");
            case 404 -> new ServiceException(CommonError.NOT_FOUND, "no such resource");
            case 405 -> new ServiceException(CommonError.METHOD_NOT_ALLOWED, "the resource does not have this method");
            case 406 ->
                new ServiceException(CommonError.NOT_ACCEPTABLE, "the resource has none of the accepted media types");
            case 408 -> new ServiceException(CommonError.REQUEST_TIMEOUT, "the request did not arrive in time");
            case 413 -> new ServiceException(CommonError.BODY_CAP, "the body is too large");
            case 415 -> new ServiceException(CommonError.UNSUPPORTED_MEDIA, "the media type is not supported here");
            case 414, 431 -> new ServiceException(CommonError.HEADERS_TOO_LARGE, "the request head is too large");
            case 429 -> new ServiceException(CommonError.BUSY, "too many requests");
            case 502, 503 -> new ServiceException(CommonError.DEGRADED, "the service cannot answer now");
            case 504 -> new ServiceException(CommonError.TIMEOUT, "the request did not finish in time");
            default ->
                status >= 400 && status < 500
                        ? new ServiceException(CommonError.BAD_REQUEST, "the request was refused")
                        : new ServiceException(CommonError.INTERNAL, "the request failed; the log has the reason");
        };
    }

    private static ServiceException web(WebApplicationException web) {
        int status = web.getResponse().getStatus();
        // JAX-RS answers 404 for a parameter it cannot convert and says so only by the cause.
        if (status == 404 && web.getCause() != null) {
            return new ServiceException(CommonError.BAD_REQUEST, "a path or query parameter has the wrong form");
        }
        return answer(status);
    }
}
