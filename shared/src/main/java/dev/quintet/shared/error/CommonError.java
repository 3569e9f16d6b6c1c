package dev.quintet.shared.error;

/** The codes every service may answer with. */
public enum CommonError implements ErrorCode {
    BAD_REQUEST(400, false, "Bad request"),
    UNAUTHORIZED(401, false, "Unauthorized"),
    FORBIDDEN(403, false, "Forbidden"),
    NOT_FOUND(404, false, "Not found"),
    METHOD_NOT_ALLOWED(405, false, "Method not allowed"),
    NOT_ACCEPTABLE(406, false, "Not acceptable"),
    REQUEST_TIMEOUT(408, true, "Request timeout"),
    BODY_CAP(413, false, "Body too large"),
    DECODED_CAP(413, false, "Decoded body too large"),
    DECODED_RATIO(413, false, "Decoded body expands too much"),
    UNSUPPORTED_MEDIA(415, false, "Unsupported media type or encoding"),
    BUSY(429, true, "Busy"),
    QUOTA(429, true, "Quota exceeded"),
    HEADERS_TOO_LARGE(431, false, "Headers too large"),
    INTERNAL(500, false, "Internal error"),
    UPSTREAM_UNAVAILABLE(503, true, "Upstream unavailable"),
    DEGRADED(503, true, "Degraded"),
    DRAINING(503, true, "Draining"),
    TIMEOUT(504, true, "Timeout");

    private final int status;
    private final boolean retryable;
    private final String title;

    CommonError(int status, boolean retryable, String title) {
        this.status = status;
        this.retryable = retryable;
        this.title = title;
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public boolean retryable() {
        return retryable;
    }

    @Override
    public String title() {
        return title;
    }
}
