package dev.quintet.gateway.client;

import dev.quintet.gateway.domain.route.Upstreams.Address;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Asks a service on its admin port whether it serves reads and writes. Blocking. */
@ApplicationScoped
public class ReadinessClient {
    private static final Duration TIMEOUT = Duration.ofMillis(500);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();

    /**
     * Whether {@code path} is refused. Only an answer counts: an admin port that cannot be reached says nothing about the
     * service, whose own connections tell soon enough.
     */
    public boolean refused(Address service, int adminPortOffset, String path) throws InterruptedException {
        var uri = URI.create("http://" + service.host() + ":" + (service.port() + adminPortOffset) + path);
        try {
            var request = HttpRequest.newBuilder(uri).timeout(TIMEOUT).build();
            return http.send(request, BodyHandlers.discarding()).statusCode() == 503;
        } catch (IOException | IllegalArgumentException _) {
            return false;
        }
    }
}
