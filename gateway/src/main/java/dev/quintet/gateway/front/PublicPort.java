package dev.quintet.gateway.front;

import dev.quintet.gateway.config.GatewayConfig;
import dev.quintet.gateway.pipeline.AdmissionScheduler;
import dev.quintet.gateway.pipeline.Routes;
import dev.quintet.gateway.pipeline.UsageMeter;
import dev.quintet.shared.capability.CapabilityGate;
import dev.quintet.shared.capability.ServiceTokens;
import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.config.QuintetConfig;
import dev.quintet.shared.http.InflightRequests;
import dev.quintet.shared.lifecycle.Lifecycle;
import dev.quintet.shared.lifecycle.Supervisor;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Opens the public port when everything else is up, and drains it: requests in flight finish, new ones are told to go
 * elsewhere, and what is left at the deadline is cut off and counted.
 */
@ApplicationScoped
public class PublicPort {
    private static final Logger LOG = Logger.getLogger(PublicPort.class);
    private static final Duration LOOK = Duration.ofMillis(10);
    private static final int LOOPS_MAX = 8;

    private final HotConfig<GatewayConfig> config;
    private final Lifecycle lifecycle;
    private final InflightRequests inflight;
    private final FrontParts parts;
    private @Nullable FrontServer server;

    PublicPort(
            HotConfig<QuintetConfig> common,
            HotConfig<GatewayConfig> config,
            Desk desk,
            Lifecycle lifecycle,
            MeterRegistry meters,
            InflightRequests inflight) {
        this.config = config;
        this.lifecycle = lifecycle;
        this.inflight = inflight;
        this.parts = new FrontParts(
                common,
                config,
                desk.scheduler(),
                desk.gate(),
                desk.routes()::table,
                lifecycle::draining,
                new FrontMeters(meters, inflight),
                desk.usage(),
                new OwnerToken(desk.tokens()));
    }

    /** What judges a request, in one bean. */
    @Singleton
    record Desk(
            AdmissionScheduler scheduler, CapabilityGate gate, Routes routes, UsageMeter usage, ServiceTokens tokens) {}

    // After every other observer: what is behind must be there before the first request.
    void start(@Observes @Priority(Integer.MAX_VALUE - 1) StartupEvent event, Supervisor supervisor) {
        int threads = config.current()
                .workers()
                .orElse(Math.min(LOOPS_MAX, Runtime.getRuntime().availableProcessors()));
        server = new FrontServer(parts, publicAddress(), threads, trusted(), ManagementServer::port);
        LOG.infof("public port %d", server.port());
        supervisor.run("listener", "listener", this::untilDrained);
    }

    void stop(@Observes @Priority(5_000) ShutdownEvent event) {
        if (server != null) {
            server.close();
        }
    }

    /** Where clients reach the gateway. */
    public int port() {
        return server().port();
    }

    /** Connections to upstreams, in use or kept. */
    public int upstreamConnections() {
        return server().upstreamConnections();
    }

    /** Connections and streams of clients. */
    public int clients() {
        return server().clients();
    }

    private Uni<Void> untilDrained() {
        return Multi.createFrom()
                .ticks()
                .every(LOOK)
                .select()
                .first(_ -> !drained())
                .onItem()
                .ignoreAsUni()
                .onCancellation()
                .invoke(this::cutOff);
    }

    private boolean drained() {
        if (lifecycle.draining()) {
            parts.desk().close();
            return inflight.now() == 0;
        }
        return false;
    }

    private void cutOff() {
        int cut = server().cutOff();
        parts.meters().aborted(cut);
        LOG.warnf("cut off %d requests at the end of the drain", cut);
    }

    private FrontServer server() {
        if (server == null) {
            throw new IllegalStateException("the public port is not open");
        }
        return server;
    }

    private Set<String> trusted() {
        return Stream.of(config.current().trustedProxies().orElse("").split(",", -1))
                .map(String::strip)
                .filter(address -> !address.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The usual keys name the public port; the management server has moved away from it. */
    private static InetSocketAddress publicAddress() {
        var settings = ConfigProvider.getConfig();
        String key = LaunchMode.current() == LaunchMode.TEST ? "quarkus.http.test-port" : "quarkus.http.port";
        return new InetSocketAddress(
                settings.getOptionalValue("quarkus.http.host", String.class).orElse("0.0.0.0"),
                settings.getOptionalValue(key, Integer.class).orElse(8080));
    }
}
