package dev.quintet.gateway.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.gateway.domain.route.Route;
import dev.quintet.gateway.domain.route.RouteException;
import dev.quintet.gateway.domain.route.RouteTable;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Asks the registry for its head and its routes, and listens to its stream. Blocks; for virtual threads. */
public final class RegistryClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final int PAGE = 100;
    /** An answer longer than this is none that we asked for. */
    private static final int BODY_BYTES_MAX = 16 << 20;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final String base;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();

    public RegistryClient(String base) {
        this.base = base;
    }

    /** The version of the last commit. */
    public long head() throws IOException, InterruptedException {
        return get("/registry/head").path("version").asLong();
    }

    /**
     * All routes as they are at {@code version}.
     *
     * @throws RouteException when one of them is none
     */
    public List<Route> routes(long version) throws IOException, InterruptedException {
        var routes = new ArrayList<Route>();
        String after = "";
        do {
            var page = get("/registry/descriptors?kind=route&limit=" + PAGE + "&at=" + version
                    + (after.isEmpty() ? "" : "&after=" + URLEncoder.encode(after, StandardCharsets.UTF_8)));
            for (JsonNode descriptor : page.path("descriptors")) {
                routes.add(RouteReader.read(descriptor.path("body")));
            }
            after = page.path("next").asText("");
        } while (!after.isEmpty() && routes.size() <= RouteTable.ROUTES_MAX);
        return routes;
    }

    /** Listens until the stream ends, fails or is closed. */
    public RegistryStream listen() throws IOException, InterruptedException {
        var stream = new RegistryStream();
        var request = HttpRequest.newBuilder(URI.create(base + "/registry/stream"))
                .header("Accept", "text/event-stream")
                .timeout(TIMEOUT.multipliedBy(5))
                .build();
        // The answer's body never ends, so only its head is waited for.
        var status = new CompletableFuture<Integer>();
        var _ = http.sendAsync(request, head -> {
                    status.complete(head.statusCode());
                    return BodySubscribers.fromLineSubscriber(stream);
                })
                .whenComplete((_, failure) -> {
                    if (failure != null) {
                        status.completeExceptionally(failure);
                    }
                });
        try {
            if (status.get() != 200) {
                stream.close();
                throw new IOException("GET /registry/stream answered " + status.get());
            }
        } catch (ExecutionException e) {
            throw new IOException("GET /registry/stream failed", e.getCause());
        }
        return stream;
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(TIMEOUT)
                .header("Accept", "application/json")
                .build();
        HttpResponse<byte[]> answer =
                http.send(request, _ -> BodySubscribers.limiting(BodySubscribers.ofByteArray(), BODY_BYTES_MAX));
        if (answer.statusCode() != 200) {
            throw new IOException("GET " + path + " answered " + answer.statusCode());
        }
        try {
            return JSON.readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw new IOException("GET " + path + " did not answer JSON", e);
        }
    }
}
