package dev.quintet.tools.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.shared.content.Blake3Hasher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a run is verified from: {@code run.json}, {@code inputs.ndjson}, {@code payouts.ndjson} and {@code policy.json}. */
record RunFiles(Path manifest, Path inputs, Path payouts, Path policy) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The files of a folder. */
    static RunFiles in(Path folder) {
        return new RunFiles(
                folder.resolve("run.json"),
                folder.resolve("inputs.ndjson"),
                folder.resolve("payouts.ndjson"),
                folder.resolve("policy.json"));
    }

    /** Fetched into a folder: the manifest from the rewarder, the rest from storage and registry by what the manifest names. */
    static RunFiles fetch(Sources sources, String epoch, Path folder) throws IOException, InterruptedException {
        var files = in(folder);
        get(sources.rewarder().resolve("/rewarder/epochs/" + epoch + "/run.json"), sources.token(), files.manifest());
        var manifest = JSON.readTree(files.manifest().toFile());
        get(sources.storage().resolve("/o/" + manifest.path("inputs").asText()), "", files.inputs());
        get(sources.storage().resolve("/o/" + manifest.path("payouts").asText()), "", files.payouts());
        var policy = manifest.path("policy");
        var descriptor = folder.resolve("descriptor.json");
        String path = "/registry/descriptors/policy/" + policy.path("id").asText() + "?at="
                + policy.path("version").asLong();
        get(sources.registry().resolve(path), "", descriptor);
        Files.writeString(
                files.policy(), JSON.readTree(descriptor.toFile()).path("body").toString());
        return files;
    }

    /** Where the services answer. */
    record Sources(URI rewarder, URI storage, URI registry, String token) {}

    JsonNode readManifest() {
        return read(manifest);
    }

    JsonNode readPolicy() {
        return read(policy);
    }

    static String address(Path file) {
        var hasher = new Blake3Hasher();
        byte[] buffer = new byte[1 << 16];
        try (var in = Files.newInputStream(file)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                hasher.update(buffer, 0, count);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file.getFileName(), e);
        }
        return hasher.address().toString();
    }

    private static JsonNode read(Path file) {
        try {
            return JSON.readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file.getFileName(), e);
        }
    }

    private static void get(URI uri, String token, Path target) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(uri).GET();
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        try (var client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            var answer = client.send(request.build(), HttpResponse.BodyHandlers.ofFile(target));
            if (answer.statusCode() != 200) {
                throw new IOException(uri + " answers " + answer.statusCode());
            }
        }
    }
}
