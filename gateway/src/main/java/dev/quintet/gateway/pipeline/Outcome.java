package dev.quintet.gateway.pipeline;

/** What a finished request says about its upstream. */
public enum Outcome {
    ANSWERED,
    /** The connection failed, or the answer was 502, 503 or 504. */
    FAILED,
    /** It was given up for reasons that were not the upstream's. */
    UNKNOWN
}
