package dev.quintet.gateway.pipeline;

import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.metrics.MetricNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts and announces what the route watcher does. */
final class RouteMoments implements RouteWatcher.Moments {
    private final Broadcast<GatewayEvent> events;
    private final Counter swapped;
    private final Counter refused;
    private final Counter retries;

    RouteMoments(Broadcast<GatewayEvent> events, MeterRegistry meters) {
        this.events = events;
        this.swapped = meters.counter("gateway_route_updates_total", "result", "swapped");
        this.refused = meters.counter("gateway_route_updates_total", "result", "refused");
        this.retries = meters.counter(MetricNames.BACKOFF_RETRIES, MetricNames.OP, "registry");
    }

    @Override
    public void swapped(long version, int count) {
        swapped.increment();
        events.publish(new GatewayEvent.RoutesSwapped(version, count));
    }

    @Override
    public void refused(long version, String reason) {
        refused.increment();
        events.publish(new GatewayEvent.RoutesRefused(version, reason));
    }

    @Override
    public void away() {
        retries.increment();
    }
}
