package dev.quintet.storage.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.storage.domain.Durability;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Flow;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;

/**
 * The registry's {@code placement/default} descriptor: {@code {"rf": 2}} or {@code {"ec": "4+2"}} or {@code {"ec": {"k": 4, "m":
 * 2}}}. Optional: whoever asks keeps the last good answer when there is none.
 */
@ApplicationScoped
public class PlacementClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int NOT_FOUND = 404;
    private static final int OK = 200;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(1))
            .build();

    /** What the registry says now, empty when it says nothing; one call within the deadline. */
    @CircuitBreaker(requestVolumeThreshold = 5, delay = 5_000)
    public Optional<Durability> fetch(URI registry, Duration deadline) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(registry.resolve("/registry/descriptors/placement/default"))
                .timeout(deadline)
                .header("Accept", "application/json")
                .build();
        var response = http.send(request, BodyHandlers.ofByteArray());
        if (response.statusCode() == NOT_FOUND) {
            return Optional.empty();
        }
        if (response.statusCode() != OK) {
            throw new IOException("the registry answered " + response.statusCode());
        }
        return Optional.of(durability(JSON.readTree(response.body()).path("body")));
    }

    private static Durability durability(JsonNode body) throws IOException {
        var code = body.path("ec");
        String text = body.has("rf")
                ? "rf=" + body.path("rf").asText()
                : "ec="
                        + (code.isObject()
                                ? code.path("k").asText() + "+" + code.path("m").asText()
                                : code.asText());
        return Durability.tryParse(text).orElseThrow(() -> new IOException("not a placement: " + text));
    }

    /** Follows the registry's events until the connection ends; holds no thread. */
    public void follow(URI registry, Runnable changed, Runnable ended) {
        var request = HttpRequest.newBuilder(registry.resolve("/registry/stream"))
                .header("Accept", "text/event-stream")
                .build();
        var _ = http.sendAsync(request, BodyHandlers.fromLineSubscriber(new Events(changed)))
                .whenComplete((_, _) -> ended.run());
    }

    /** Every event of the stream is news: an update, or that some were missed. Heartbeats are comments. */
    private record Events(Runnable changed) implements Flow.Subscriber<String> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String line) {
            if (line.startsWith("event:")) {
                changed.run();
            }
        }

        @Override
        public void onError(Throwable failure) {
            // The response's own completion says it as well.
        }

        @Override
        public void onComplete() {
            // As above.
        }
    }
}
