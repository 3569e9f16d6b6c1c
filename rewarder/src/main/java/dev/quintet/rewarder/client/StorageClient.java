package dev.quintet.rewarder.client;

import dev.quintet.rewarder.config.RewarderConfig;
import dev.quintet.rewarder.domain.run.Blob;
import dev.quintet.shared.capability.ServiceTokens;
import dev.quintet.shared.content.ContentAddress;
import dev.quintet.shared.content.VerifyingReader;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;

/** Gets and puts objects by address. What it hands out has been hashed; what storage claims is not believed. */
@ApplicationScoped
public class StorageClient {
    private static final String STORAGE = "storage";
    private static final String WRITE = "storage:write";

    /** Objects up to here go up in one request, larger ones in pieces of this size (tus). */
    private static final int PIECE_BYTES = 1 << 20;

    private final Upstream upstream;
    private final ServiceTokens tokens;

    StorageClient(RewarderConfig config, MeterRegistry meters, ServiceTokens tokens) {
        this.upstream = new Upstream(STORAGE, config.storageUrl(), config, meters);
        this.tokens = tokens;
    }

    /** The object's bytes, verified while read: the last ones come only when all match. Empty when there is no such object. */
    public Optional<InputStream> get(ContentAddress address) throws InterruptedException {
        var request = upstream.request("/o/" + address).GET().build();
        HttpResponse<InputStream> answer = upstream.call(request, BodyHandlers.ofInputStream());
        if (answer.statusCode() == 200) {
            return Optional.of(new VerifyingReader(answer.body(), address));
        }
        closeQuietly(answer.body());
        if (answer.statusCode() == 404) {
            return Optional.empty();
        }
        throw new UpstreamException(STORAGE, "answers " + answer.statusCode());
    }

    /** Stores a blob under its address; harmless when it is there already. */
    public void put(ContentAddress address, Blob blob) throws InterruptedException, IOException {
        if (blob.size() <= PIECE_BYTES) {
            var request = upstream.request("/o/" + address)
                    .header("Authorization", tokens.bearer(WRITE))
                    .PUT(BodyPublishers.ofByteArray(blob.read(0, (int) blob.size())));
            expect(upstream.call(request.build(), BodyHandlers.discarding()), 201, 200);
            return;
        }
        var head = upstream.request("/o/" + address).method("HEAD", BodyPublishers.noBody());
        if (upstream.call(head.build(), BodyHandlers.discarding()).statusCode() != 200) {
            upload(address, blob);
        }
    }

    private void upload(ContentAddress address, Blob blob) throws InterruptedException, IOException {
        String metadata = "b3 "
                + java.util.Base64.getEncoder()
                        .encodeToString(address.toString().getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        var create = upstream.request("/uploads")
                .header("Authorization", tokens.bearer(WRITE))
                .header("Tus-Resumable", "1.0.0")
                .header("Upload-Length", Long.toString(blob.size()))
                .header("Upload-Metadata", metadata)
                .POST(BodyPublishers.noBody());
        var created = upstream.call(create.build(), BodyHandlers.discarding());
        expect(created, 201, 201);
        String location = created.headers()
                .firstValue("Location")
                .orElseThrow(() -> new UpstreamException(STORAGE, "no Location for an upload"));
        for (long at = 0; at < blob.size(); at += PIECE_BYTES) {
            int length = (int) Math.min(PIECE_BYTES, blob.size() - at);
            var piece = upstream.request(location)
                    .header("Authorization", tokens.bearer(WRITE))
                    .header("Tus-Resumable", "1.0.0")
                    .header("Upload-Offset", Long.toString(at))
                    .header("Content-Type", "application/offset+octet-stream")
                    .method("PATCH", BodyPublishers.ofByteArray(blob.read(at, length)));
            expect(upstream.call(piece.build(), BodyHandlers.discarding()), 204, 200);
        }
    }

    private static void expect(HttpResponse<?> answer, int status, int or) {
        if (answer.statusCode() != status && answer.statusCode() != or) {
            throw new UpstreamException(STORAGE, "answers " + answer.statusCode());
        }
    }

    private static void closeQuietly(InputStream body) {
        try {
            body.close();
        } catch (IOException _) {
            // Only the connection is lost, and its answer was not wanted.
        }
    }
}
