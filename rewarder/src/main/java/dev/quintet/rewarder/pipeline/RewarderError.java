package dev.quintet.rewarder.pipeline;

import dev.quintet.shared.error.ErrorCode;

/** The codes only the rewarder answers with. */
public enum RewarderError implements ErrorCode {
    CONFLICT(409, false, "Epoch has another run"),
    QUARANTINED(409, false, "Epoch is quarantined"),
    POLICY_UNKNOWN(422, false, "No such policy"),
    POLICY_INVALID(422, false, "Policy cannot be used"),
    RUN_FAILED(422, false, "Run could not be computed");

    private final int status;
    private final boolean retryable;
    private final String title;

    RewarderError(int status, boolean retryable, String title) {
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
