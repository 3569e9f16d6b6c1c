package dev.quintet.wallet.api;

import static dev.quintet.wallet.api.Caller.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.config.EncoderConfig;
import io.restassured.response.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bodies nobody meant to send: every one gets a typed answer, none a 5xx, and money moves only when the answer says so. */
@QuarkusTest
@TestProfile(WalletProfile.class)
@Timeout(120)
class FuzzResourceTest {
    private static final int TRIES = Integer.getInteger("quintet.fuzz.tries", 150);
    private static final Set<Integer> EXPECTED = Set.of(200, 400, 403, 404, 409, 413, 415);
    private static final List<String> PATHS = List.of(
            "/v1/issue",
            "/v1/transfer",
            "/v1/burn",
            "/v1/hold",
            "/v1/holds/hold_0000000000000001/capture",
            "/v1/batch");

    private final Caller caller = Caller.withEveryScope();
    private final String asset = fresh("fuzz");
    private final String alice = fresh("alice");

    @Test
    void everyBodyGetsATypedAnswerAndSumsStayExact() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        caller.issue(alice, asset, "1000000");

        for (int i = 0; i < TRIES; i++) {
            String path = PATHS.get(random.nextInt(PATHS.size()));
            byte[] body = mutated(random, path);
            var answer = send(path, body, encoding(random, body.length));

            assertThat(EXPECTED).as("seed %d, try %d, %s", seed, i, path).contains(answer.statusCode());
            if (answer.statusCode() >= 400) {
                assertThat(answer.contentType()).startsWith("application/problem+json");
                assertThat(answer.<String>path("code"))
                        .as("seed %d, try %d", seed, i)
                        .isNotBlank();
            }
        }

        var supply = caller.get("/v1/supply?asset=" + asset);
        var entries = caller.get("/v1/accounts/" + alice + "/entries?asset=" + asset + "&limit=1000");
        assertThat(supply.<String>path("circulating_minor")).as("seed %d", seed).isNotNull();
        assertThat(entries.<List<String>>path("entries.balance_minor").getFirst())
                .isEqualTo(caller.balance(alice, asset).<String>path("total_minor"));
    }

    @Test
    void sizesAndBombsAreRefusedByTheirOwnCodes() throws IOException {
        byte[] big = "{\"to\":\"%s\"}".formatted("a".repeat(1 << 20)).getBytes(StandardCharsets.US_ASCII);
        byte[] zeros = gzip(new byte[4 << 20]);

        assertThat(send("/v1/issue", big, Encoding.NONE).<String>path("code")).isEqualTo("BODY_CAP");
        assertThat(raw("/v1/issue", zeros, "gzip").<String>path("code")).isEqualTo("DECODED_RATIO");
        assertThat(raw("/v1/issue", "{}".getBytes(StandardCharsets.US_ASCII), "br")
                        .statusCode())
                .isEqualTo(415);
        assertThat(raw("/v1/issue", Arrays.copyOf(zeros, zeros.length / 2), "gzip")
                        .statusCode())
                .isBetween(400, 413);
        String deep = "[".repeat(50_000);
        assertThat(send("/v1/batch", deep.getBytes(StandardCharsets.US_ASCII), Encoding.NONE)
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void aCompressedRequestIsTheSameRequest() throws IOException {
        String key = fresh("gz");
        byte[] body = valid("/v1/issue").getBytes(StandardCharsets.UTF_8);

        var plain = request(key).body(body).post("/v1/issue");
        var packed =
                request(key).header("Content-Encoding", "gzip").body(gzip(body)).post("/v1/issue");

        assertThat(plain.statusCode()).isEqualTo(200);
        assertThat(packed.asByteArray()).isEqualTo(plain.asByteArray());
        assertThat(packed.header("Idempotent-Replay")).isEqualTo("true");
    }

    private enum Encoding {
        NONE,
        GZIP,
        DEFLATE
    }

    private static Encoding encoding(Random random, int length) {
        return length < 64 ? Encoding.NONE : Encoding.values()[random.nextInt(Encoding.values().length)];
    }

    /** A valid body, then bytes flipped, cut, doubled or replaced; now and then left whole. */
    private byte[] mutated(Random random, String path) {
        byte[] body = valid(path).getBytes(StandardCharsets.UTF_8);
        for (int times = random.nextInt(4); times > 0; times--) {
            body = mutate(random, body);
        }
        return body;
    }

    private static byte[] mutate(Random random, byte[] body) {
        if (body.length == 0) {
            return new byte[] {(byte) random.nextInt(256)};
        }
        int at = random.nextInt(body.length);
        switch (random.nextInt(6)) {
            case 0 -> body[at] = (byte) random.nextInt(256);
            case 1 -> body[at] ^= (byte) (1 << random.nextInt(8));
            case 2 -> {
                return Arrays.copyOf(body, at);
            }
            case 3 -> {
                byte[] twice = Arrays.copyOf(body, body.length * 2 - at);
                System.arraycopy(body, at, twice, body.length, body.length - at);
                return twice;
            }
            case 4 -> {
                byte[] noise = new byte[random.nextInt(2_000)];
                random.nextBytes(noise);
                return noise;
            }
            default -> {
                String[] tokens = {"null", "-1", "1e9", "\"\"", "[]", "{}", "\u0000", "\\ud800", "0.1", "true", "\""};
                byte[] token = tokens[random.nextInt(tokens.length)].getBytes(StandardCharsets.UTF_8);
                byte[] spliced = Arrays.copyOf(body, body.length + token.length);
                System.arraycopy(token, 0, spliced, at, token.length);
                System.arraycopy(body, at, spliced, at + token.length, body.length - at);
                return spliced;
            }
        }
        return body;
    }

    private String valid(String path) {
        String debit = "\"from\":\"" + alice + "\",\"asset\":\"" + asset + "\",\"amount_minor\":\"7\",\"nonce\":1";
        String issue =
                "\"to\":\"" + alice + "\",\"asset\":\"" + asset + "\",\"amount_minor\":\"5\",\"memo\":\"für dich\"";
        return switch (path) {
            case "/v1/issue" -> "{" + issue + "}";
            case "/v1/transfer" -> "{" + debit + ",\"to\":\"" + alice + "-2\"}";
            case "/v1/burn" -> "{" + debit + "}";
            case "/v1/hold" -> "{" + debit + ",\"expires_in_s\":60}";
            case "/v1/batch" ->
                "{\"operations\":[{\"op\":\"issue\",\"idempotency_key\":\"%s\",%s}],\"atomic\":true}"
                        .formatted(fresh("bk"), issue);
            default -> "{\"to\":\"" + alice + "\",\"amount_minor\":\"1\"}";
        };
    }

    private Response send(String path, byte[] body, Encoding encoding) {
        try {
            return switch (encoding) {
                case NONE -> request(fresh("f")).body(body).post(path);
                case GZIP -> raw(path, gzip(body), "gzip");
                case DEFLATE -> raw(path, deflate(body), "deflate");
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Response raw(String path, byte[] body, String encoding) {
        return request(fresh("f"))
                .header("Content-Encoding", encoding)
                .body(body)
                .post(path);
    }

    private io.restassured.specification.RequestSpecification request(String key) {
        var plain = EncoderConfig.encoderConfig().appendDefaultContentCharsetToContentTypeIfUndefined(false);
        return RestAssured.given()
                .config(RestAssured.config().encoderConfig(plain))
                .header("Authorization", "Bearer " + caller.token())
                .header("Idempotency-Key", key)
                .contentType("application/json");
    }

    private static byte[] gzip(byte[] body) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(body);
        }
        return out.toByteArray();
    }

    private static byte[] deflate(byte[] body) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var deflate = new DeflaterOutputStream(out)) {
            deflate.write(body);
        }
        return out.toByteArray();
    }
}
