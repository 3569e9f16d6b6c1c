package dev.quintet.rewarder.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.rewarder.config.RewarderConfig;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads policies from the registry. */
@ApplicationScoped
public class RegistryClient {
    private static final String REGISTRY = "registry";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Upstream upstream;

    RegistryClient(RewarderConfig config, MeterRegistry meters) {
        this.upstream = new Upstream(REGISTRY, config.registryUrl(), config, meters);
    }

    /** A policy as the signers approved it; {@code version} is the commit that put it. */
    public record Found(String id, long version, JsonNode body) {}

    /** The policy as of a version of the log, or as of now; empty when there is none. */
    public Optional<Found> policy(String id, OptionalLong at) throws InterruptedException {
        String path = "/registry/descriptors/policy/" + id + (at.isPresent() ? "?at=" + at.getAsLong() : "");
        var request =
                upstream.request(path).header("Accept", "application/json").GET();
        var answer = upstream.call(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        // 400: the registry does not know such a version; 410: it was pruned.
        if (answer.statusCode() == 404 || answer.statusCode() == 410 || answer.statusCode() == 400) {
            return Optional.empty();
        }
        if (answer.statusCode() != 200) {
            throw new UpstreamException(REGISTRY, "answers " + answer.statusCode());
        }
        try {
            var json = JSON.readTree(answer.body());
            boolean sound = json.path("body").isObject()
                    && json.path("version").isIntegralNumber()
                    && json.path("id").asText().equals(id);
            if (!sound) {
                throw new UpstreamException(REGISTRY, "the answer is no descriptor");
            }
            return Optional.of(new Found(id, json.path("version").longValue(), json.path("body")));
        } catch (IOException e) {
            throw new UpstreamException(REGISTRY, "the answer is not JSON");
        }
    }
}
