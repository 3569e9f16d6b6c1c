package dev.quintet.shared.error;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A failure only the edge can act on: becomes the problem body with this code. Carries no stack trace; it is an answer. */
public final class ServiceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ErrorCode code;
    private final transient Map<String, Object> details;
    private final @Nullable Duration retryAfter;

    public ServiceException(ErrorCode code, String detail) {
        this(code, detail, Map.of(), null);
    }

    public ServiceException(ErrorCode code, String detail, Map<String, Object> details) {
        this(code, detail, details, null);
    }

    /** {@code retryAfter} is rounded up to whole seconds, at least one, and only sent with 429 and 503. */
    public ServiceException(ErrorCode code, String detail, Map<String, Object> details, @Nullable Duration retryAfter) {
        super(detail, null, false, false);
        this.code = code;
        this.details = Map.copyOf(details);
        this.retryAfter = retryAfter;
    }

    public ErrorCode code() {
        return code;
    }

    /** What happened this time, in words fit for the caller. */
    public String detail() {
        return String.valueOf(getMessage());
    }

    public Map<String, Object> details() {
        return details;
    }

    public @Nullable Duration retryAfter() {
        return retryAfter;
    }
}
