package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.client.RegistryClient;
import dev.quintet.gateway.config.GatewayConfig;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.shared.lifecycle.Supervisor;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/** Starts what runs beside the requests: the registry watcher, the ticker and the sampler. */
@ApplicationScoped
class GatewayTasks {
    private static final Duration SECOND = Duration.ofSeconds(1);

    void start(
            @Observes StartupEvent event,
            Supervisor supervisor,
            GatewayConfig config,
            Routes routes,
            Broadcast<GatewayEvent> events,
            MeterRegistry meters) {
        var registry = new RegistryClient(config.registryUrl().getFirst());
        var watcher = new RouteWatcher(registry, routes::override, new RouteMoments(events, meters));
        supervisor.runUntilDrain("registry_watcher", "watcher", () -> onThread("registry-watcher", watcher::run));
    }

    void sample(
            @Observes StartupEvent event, Supervisor supervisor, BoundedChannel<MetricsTick> ticks, Sampler sampler) {
        supervisor.run("sampler", "sampler", () -> ticks.consume(1, HandlerThreads.named("sampler"), sampler::sample));
        supervisor.runUntilDrain(
                "metrics_ticker",
                "ticker",
                () -> Multi.createFrom()
                        .ticks()
                        .every(SECOND)
                        .onItem()
                        .invoke(() -> ticks.offer(new MetricsTick(Instant.now())))
                        .onItem()
                        .ignoreAsUni());
    }

    /** Runs until it returns, or is interrupted because nobody waits for it any more. */
    private static Uni<Void> onThread(String name, Runnable body) {
        var thread = new AtomicReference<Thread>();
        var end = new CompletableFuture<Void>();
        return Uni.createFrom()
                .completionStage(() -> {
                    HandlerThreads.named(name).execute(() -> {
                        thread.set(Thread.currentThread());
                        try {
                            body.run();
                            end.complete(null);
                        } catch (Throwable e) {
                            end.completeExceptionally(e); // The supervisor decides what becomes of it.
                        }
                    });
                    return end;
                })
                .onCancellation()
                .invoke(() -> {
                    var running = thread.get();
                    if (running != null) {
                        running.interrupt();
                    }
                });
    }
}
