package dev.quintet.tools.governance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.tools.keys.DevKeys;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.jspecify.annotations.Nullable;

/** The three steps of governance over HTTP; what the registry refuses is an {@link IOException} with its words. */
public final class RegistryClient {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String base;
    private final @Nullable String token;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    public RegistryClient(String base, @Nullable String token) {
        this.base = base;
        this.token = token;
    }

    public JsonNode propose(String payload) throws IOException, InterruptedException {
        return post("/registry/proposals", "{\"payload\":" + payload + "}");
    }

    /** Signs what the registry says is to be signed, after a look that it names this proposal and this payload. */
    public JsonNode approve(String id, String signer, Path signers) throws IOException, InterruptedException {
        var proposal = get("/registry/proposals/" + id);
        String input = proposal.path("signing_input").asText();
        String expected = "quintet:registry:approval:v1\n" + id + "\n"
                + proposal.path("payload_b3").asText() + "\n"
                + proposal.path("expires_at").asText() + "\n";
        if (!input.equals(expected)) {
            throw new IOException("the registry asks for a signature over something else");
        }
        String body = JSON.createObjectNode()
                .put("signer_id", "org:" + signer + "#key1")
                .put("algo", "ed25519")
                .put("sig", sign(DevKeys.seed(signers.resolve(signer + ".pem")), input))
                .put("signed_at", Instant.now().toString())
                .toString();
        return post("/registry/approvals/" + id, body);
    }

    public JsonNode commit(String id) throws IOException, InterruptedException {
        return post("/registry/commit/" + id, "");
    }

    public static String sign(byte[] seed, String text) {
        byte[] message = text.getBytes(StandardCharsets.UTF_8);
        byte[] signature = new byte[Ed25519.SIGNATURE_SIZE];
        Ed25519.sign(seed, 0, message, 0, message.length, signature, 0);
        return Base64.getEncoder().encodeToString(signature);
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    private JsonNode post(String path, String body) throws IOException, InterruptedException {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofSeconds(10));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private JsonNode send(HttpRequest.Builder request) throws IOException, InterruptedException {
        var response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IOException(response.statusCode() + " " + response.body());
        }
        return JSON.readTree(response.body());
    }
}
