package dev.quintet.shared.metrics;

/** Meter and label names as operators see them on {@code /metrics}; docs/metrics.md is checked against them. */
public final class MetricNames {
    public static final String QUEUE_DEPTH = "queue_depth";
    public static final String QUEUE_DROPPED = "queue_dropped_total";
    public static final String QUEUE_FAILED = "queue_failed_total";
    public static final String QUEUE_ABORTED = "queue_aborted_total";
    public static final String BUSY_REJECTIONS = "busy_rejections_total";
    public static final String TASKS_SPAWNED = "tasks_spawned_total";
    public static final String TASKS_ABORTED = "tasks_aborted_total";
    public static final String TASKS_CANCELED = "tasks_canceled_total";
    public static final String TASKS_PANICKED = "tasks_panicked_total";
    public static final String IO_TIMEOUTS = "io_timeouts_total";
    public static final String BACKOFF_RETRIES = "backoff_retries_total";
    public static final String BUS_LAGGED = "bus_lagged_total";
    public static final String SERVICE_RESTARTS = "service_restarts_total";
    public static final String READYZ_DEGRADED = "readyz_degraded";
    public static final String HTTP_REQUESTS = "http_requests_total";
    public static final String REQUEST_LATENCY = "request_latency_seconds";
    public static final String INFLIGHT_REQUESTS = "inflight_requests";
    public static final String REJECTED = "rejected_total";

    public static final String QUEUE = "queue";
    public static final String ENDPOINT = "endpoint";
    public static final String KIND = "kind";
    public static final String OP = "op";
    public static final String BUS = "bus";
    public static final String CONSUMER = "consumer";
    public static final String TASK = "task";
    public static final String CAUSE = "cause";
    public static final String ROUTE = "route";
    public static final String METHOD = "method";
    public static final String STATUS = "status";
    public static final String REASON = "reason";

    private MetricNames() {}
}
