package dev.quintet.gateway.client;

import dev.quintet.gateway.config.GatewayConfig;
import dev.quintet.shared.capability.ServiceTokens;
import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.content.ContentAddress;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import org.eclipse.microprofile.faulttolerance.Retry;

/**
 * Puts bytes into storage under their address: in one request if they fit, in pieces of a resumable upload otherwise.
 * Repeating a call is harmless, the address is always the same. Blocks; for virtual threads.
 */
@ApplicationScoped
public class StorageClient {
    /** Storage's body limit. */
    static final int PIECE_BYTES = 1 << 20;

    private static final Duration CONNECT = Duration.ofSeconds(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final String TUS = "Tus-Resumable";

    private final GatewayConfig config;
    private final ServiceTokens tokens;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();

    StorageClient(GatewayConfig config, ServiceTokens tokens) {
        this.config = config;
        this.tokens = tokens;
    }

    /** Answers the address once storage has acknowledged the bytes. */
    @Retry(maxRetries = 2, delay = 100, jitter = 50, retryOn = IOException.class)
    public ContentAddress put(byte[] bytes) throws IOException, InterruptedException {
        var address = ContentAddress.of(Blake3.hash(bytes), 0);
        if (bytes.length <= PIECE_BYTES) {
            var put = request("/o/" + address).PUT(BodyPublishers.ofByteArray(bytes));
            expect(send(put), "PUT /o", 200, 201);
        } else {
            upload(bytes, address);
        }
        return address;
    }

    /** The tus protocol: create, then append piece by piece; the last piece's answer says where the object is. */
    private void upload(byte[] bytes, ContentAddress address) throws IOException, InterruptedException {
        var created = send(request("/uploads")
                .header(TUS, "1.0.0")
                .header("Upload-Length", Integer.toString(bytes.length))
                .POST(BodyPublishers.noBody()));
        expect(created, "POST /uploads", 201);
        String place = created.headers().firstValue("Location").orElseThrow(() -> new IOException("no Location"));
        String path = URI.create(place).getRawPath();
        for (int from = 0; from < bytes.length; from += PIECE_BYTES) {
            int until = Math.min(bytes.length, from + PIECE_BYTES);
            var patched = send(request(path)
                    .header(TUS, "1.0.0")
                    .header("Upload-Offset", Integer.toString(from))
                    .header("Content-Type", "application/offset+octet-stream")
                    .method("PATCH", BodyPublishers.ofByteArray(Arrays.copyOfRange(bytes, from, until))));
            expect(patched, "PATCH /uploads", 200, 204);
            String stored = patched.headers().firstValue("Content-Location").orElse("");
            if (until == bytes.length && !stored.endsWith("/o/" + address)) {
                throw new IOException("storage has the upload as " + stored + ", not as " + address);
            }
        }
    }

    private HttpRequest.Builder request(String path) {
        String base = config.storageUrl().getFirst();
        return HttpRequest.newBuilder(URI.create(base + path))
                .timeout(TIMEOUT)
                .header("Authorization", tokens.bearer("storage:write"));
    }

    private HttpResponse<Void> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.discarding());
    }

    private static void expect(HttpResponse<Void> answer, String call, int... statuses) throws IOException {
        if (Arrays.stream(statuses).noneMatch(status -> status == answer.statusCode())) {
            throw new IOException(call + " answered " + answer.statusCode());
        }
    }
}
