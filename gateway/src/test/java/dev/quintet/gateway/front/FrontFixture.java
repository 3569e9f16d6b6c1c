package dev.quintet.gateway.front;

import dev.quintet.gateway.config.GatewayConfig;
import dev.quintet.gateway.pipeline.AdmissionScheduler;
import dev.quintet.gateway.pipeline.DeskAssembly;
import dev.quintet.gateway.pipeline.Routes;
import dev.quintet.gateway.pipeline.UsageMeter;
import dev.quintet.shared.capability.CapabilityGate;
import dev.quintet.shared.capability.CapabilityVerifier;
import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.RootKey;
import dev.quintet.shared.capability.token.RootKeys;
import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.config.QuintetConfig;
import dev.quintet.shared.http.InflightRequests;
import dev.quintet.shared.testkit.MappingDefaults;
import dev.quintet.shared.testkit.RawHttp;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** The public port on its own, without a container: real sockets in front and behind, everything in between as it ships. */
final class FrontFixture implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final RootKey KEY =
            RootKeys.parse("k1:" + "0123456789abcdef".repeat(4)).minting();

    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final InflightRequests inflight = new InflightRequests(meters);
    final AdmissionScheduler desk;
    final FrontServer server;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private volatile boolean draining;

    FrontFixture(RawUpstream upstream, String... settings) {
        this(List.of(upstream.url()), settings);
    }

    /** @param settings keys and values in turn, below {@code quintet.} */
    FrontFixture(List<String> urls, String... settings) {
        Map<String, String> values = new HashMap<>();
        Map<String, String> common = new HashMap<>();
        values.put("quintet.gateway.storage-url", String.join(",", urls));
        values.put("quintet.gateway.workers", "2");
        for (int i = 0; i < settings.length; i += 2) {
            var target = settings[i].startsWith("gateway.") ? values : common;
            target.put("quintet." + settings[i], settings[i + 1]);
        }
        var config = MappingDefaults.of(GatewayConfig.class, values);
        var routes = new Routes(config);
        desk = DeskAssembly.build(config, routes.upstreams());
        var verifier = new CapabilityVerifier(() -> new RootKeys(List.of(KEY)));
        var parts = new FrontParts(
                HotConfig.fixed(MappingDefaults.of(QuintetConfig.class, common)),
                HotConfig.fixed(config),
                desk,
                new CapabilityGate(verifier, Clock.systemUTC(), meters),
                routes::table,
                () -> draining,
                new FrontMeters(meters, inflight),
                new UsageMeter(),
                () -> "owner-token");
        server = new FrontServer(
                parts, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 2, Set.of(), () -> 1);
    }

    static String token(Caveat... caveats) {
        Macaroon token = Macaroon.mint(KEY);
        for (Caveat caveat : caveats) {
            token = token.attenuate(caveat);
        }
        return "Bearer " + token.serialize();
    }

    static String tenant(String name) {
        return token(new Caveat.TenantIs(name));
    }

    URI url(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(url(path)).timeout(PATIENCE);
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    java.util.concurrent.CompletableFuture<HttpResponse<String>> sendAsync(HttpRequest.Builder request) {
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> get(String path) {
        return send(to(path).GET());
    }

    RawHttp raw() {
        return new RawHttp(url("/"));
    }

    void drain() {
        draining = true;
        desk.close();
    }

    double count(String meter, String label, String value) {
        var found = meters.find(meter).tag(label, value).counter();
        return found == null ? 0 : found.count();
    }

    /** Everything borrowed is given back: slots, queues, requests. */
    void awaitQuiet() {
        await(() -> inflight.now() == 0 && desk.inflight() == 0 && desk.waiting() == 0);
    }

    static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("it did not happen within " + PATIENCE);
            }
            java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        server.close();
    }
}
