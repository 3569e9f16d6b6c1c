package dev.quintet.storage.api;

import static dev.quintet.storage.api.Caller.address;
import static dev.quintet.storage.api.Caller.header;
import static dev.quintet.storage.api.Caller.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(StorageProfile.class)
@Timeout(120)
class RoundTripResourceTest {
    private final Caller caller = Caller.withEveryScope();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1023, 1024, 1025, 65_535, 65_536, 65_537, 262_144, 262_145, 1_048_575, 1_048_576})
    void whatWasPutIsWhatIsGot(int size) {
        // Given
        byte[] content = Caller.fresh(size);

        // When
        var put = caller.put(content);
        var got = Caller.anonymous("GET", "/o/" + address(content));

        // Then
        assertThat(put.statusCode()).isIn(200, 201); // Zero bytes are always the same ones.
        assertThat(header(put, "Location")).isEqualTo("/o/" + address(content));
        assertThat(got.statusCode()).isEqualTo(200);
        assertThat(got.body()).isEqualTo(content);
        assertThat(header(got, "Content-Length")).isEqualTo(Integer.toString(size));
        assertThat(header(got, "ETag")).isEqualTo('"' + address(content) + '"');
        assertThat(header(got, "Accept-Ranges")).isEqualTo("bytes");
        assertThat(header(got, "Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
        assertThat(header(got, "Vary")).isEqualToIgnoringCase("Accept-Encoding");
        assertThat(header(got, "X-Content-Type-Options")).isEqualTo("nosniff");
    }

    @Test
    void aHeadHasTheHeadersOfAGet() {
        // Given
        byte[] content = Caller.fresh(70_000);
        String path = caller.stored(content);

        // When
        var head = Caller.anonymous("HEAD", path);

        // Then
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(header(head, "Content-Length")).isEqualTo("70000");
        assertThat(header(head, "ETag")).isEqualTo('"' + address(content) + '"');
        assertThat(header(head, "Accept-Ranges")).isEqualTo("bytes");
    }

    @Test
    void oneByteMoreThanTheCapIsTooMuchInOneRequest() {
        // When
        var refused = caller.put(Caller.fresh(1_048_577));

        // Then
        assertThat(refused.statusCode()).isEqualTo(413);
        assertThat(text(refused)).contains("BODY_CAP");
    }

    @Test
    void aChunkedBodyCannotPassTheCapEither() {
        // Given
        byte[] content = Caller.fresh(1_048_577);

        // When
        var refused = caller.send("POST", "/o", BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(content)));

        // Then
        assertThat(refused.statusCode()).isEqualTo(413);
    }

    @Test
    void aPostFindsTheAddressAndASecondOneFindsTheObject() {
        // Given
        byte[] content = Caller.fresh(100_000);

        // When
        var first = caller.send("POST", "/o", content);
        var second = caller.send("POST", "/o", content);

        // Then
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(second.statusCode()).isEqualTo(200);
        assertThat(text(first))
                .isEqualTo("{\"address\":\"" + address(content) + "\",\"size\":100000,\"chunks\":2}")
                .isEqualTo(text(second));
        assertThat(header(second, "Location")).isEqualTo("/o/" + address(content));
    }

    @Test
    void bytesOfAnotherAddressAreRefusedAndLeaveNothing() {
        // Given
        String path = "/o/" + address(Caller.fresh(10));

        // When
        var refused = caller.send("PUT", path, Caller.fresh(10));

        // Then
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(text(refused)).contains("DIGEST_MISMATCH");
        assertThat(caller.get(path).statusCode()).isEqualTo(404);
    }

    @Test
    void anEncodedBodyIsStoredDecoded() throws IOException {
        // Given
        byte[] content = "a line that repeats itself\n".repeat(500).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(content);
        }

        // When
        var put = caller.send("PUT", "/o/" + address(content), packed.toByteArray(), "Content-Encoding", "gzip");

        // Then
        assertThat(put.statusCode()).isEqualTo(201);
        assertThat(caller.get("/o/" + address(content)).body()).isEqualTo(content);
    }

    @Test
    void aBombIsRefusedAndLeavesNothing() throws IOException {
        // Given
        byte[] content = new byte[4 * 1024 * 1024];
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(content);
        }

        // When
        var refused = caller.send("PUT", "/o/" + address(content), packed.toByteArray(), "Content-Encoding", "gzip");

        // Then
        assertThat(refused.statusCode()).isEqualTo(413);
        assertThat(text(refused)).contains("DECODED_RATIO");
        assertThat(caller.get("/o/" + address(content)).statusCode()).isEqualTo(404);
    }

    @Test
    void anUnknownEncodingIsRefused() {
        // When
        var refused = caller.send("POST", "/o", Caller.fresh(10), "Content-Encoding", "br");

        // Then
        assertThat(refused.statusCode()).isEqualTo(415);
    }
}
