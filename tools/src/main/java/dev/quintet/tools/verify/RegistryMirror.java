package dev.quintet.tools.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.shared.content.CanonicalJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.LongConsumer;

/** Reads a running registry's log over HTTP, page by page, and has it verified. */
final class RegistryMirror {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String base;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    RegistryMirror(String base) {
        this.base = base.replaceAll("/+$", "");
    }

    RegistryVerifier.Report verify(LongConsumer progress) throws IOException, InterruptedException {
        var verifier = new RegistryVerifier(progress);
        String from = "";
        while (true) {
            JsonNode page = get("/registry/log?limit=1000" + from);
            for (JsonNode artifact : page.path("artifacts")) {
                verifier.commit(CanonicalJson.bytes(artifact));
            }
            if (!page.has("next")) {
                break;
            }
            from = "&from=" + page.path("next").asLong();
            progress.accept(page.path("next").asLong());
        }
        checkpoints(verifier);
        return verifier.report();
    }

    private void checkpoints(RegistryVerifier verifier) throws IOException, InterruptedException {
        String after = "";
        while (true) {
            JsonNode page = get("/registry/checkpoints?limit=1000" + after);
            for (JsonNode checkpoint : page.path("checkpoints")) {
                verifier.checkpoint(checkpoint);
            }
            if (!page.has("next")) {
                return;
            }
            after = "&after=" + page.path("next").asLong();
        }
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(PATIENCE)
                .build();
        var response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IOException(path + " answered " + response.statusCode());
        }
        return JSON.readTree(response.body());
    }
}
