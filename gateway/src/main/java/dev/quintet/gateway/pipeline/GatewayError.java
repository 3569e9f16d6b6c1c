package dev.quintet.gateway.pipeline;

import dev.quintet.shared.error.ErrorCode;

/** The codes only the gateway answers with. */
public enum GatewayError implements ErrorCode {
    UPSTREAM_ERROR(502, true, "Upstream error"),
    BUSY(503, true, "Busy");

    private final int status;
    private final boolean retryable;
    private final String title;

    GatewayError(int status, boolean retryable, String title) {
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
