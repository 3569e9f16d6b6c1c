package dev.quintet.shared.http;

import static dev.quintet.shared.http.ProblemResourceTest.assertProblem;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.http.decode.Encodings;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.config.DecoderConfig;
import io.restassured.config.EncoderConfig;
import io.restassured.config.RestAssuredConfig;
import io.restassured.response.Response;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(SampleProfile.class)
class DecodeResourceTest {
    private static final byte[] DOCUMENT = "{\"name\":\"a\",\"count\":1}".getBytes(StandardCharsets.UTF_8);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/sample/echo|gzip",
                "/sample/echo/worker|gzip",
                "/sample/echo/virtual|gzip",
                "/sample/echo|deflate",
                "/sample/echo|gzip, deflate",
                "/sample/echo/zstd|zstd",
                "/sample/echo/zstd|gzip, zstd",
            })
    void decodesBodies(String path, String encoding) {
        assertThat(post(path, encoding, Encodings.encode(encoding, DOCUMENT)).statusCode())
                .isEqualTo(200);
    }

    @Test
    void takesIdentityForWhatItIs() {
        assertThat(post("/sample/echo", "identity", DOCUMENT).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "zstd", "gzip, br"})
    void refusesWhatTheRouteDoesNotTake(String encoding) {
        assertProblem(post("/sample/echo", encoding, DOCUMENT), 415, "UNSUPPORTED_MEDIA");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/sample/echo|gzip",
                "/sample/echo/worker|gzip",
                "/sample/echo/virtual|gzip",
                "/sample/echo|deflate",
                "/sample/echo|gzip, gzip",
                "/sample/echo/zstd|zstd",
                "/sample/echo/zstd|gzip, zstd"
            })
    void refusesBombs(String path, String encoding) {
        byte[] text = new byte[32 << 20];
        Arrays.fill(text, (byte) ' ');

        assertProblem(post(path, encoding, Encodings.encode(encoding, text)), 413, "DECODED_RATIO");
    }

    @Test
    void refusesTruncatedAndCorruptBodies() {
        byte[] encoded = Encodings.encode("gzip", DOCUMENT);
        byte[] corrupt = encoded.clone();
        corrupt[encoded.length - 6] ^= 1;

        assertProblem(post("/sample/echo", "gzip", Arrays.copyOf(encoded, encoded.length - 3)), 400, "BAD_REQUEST");
        assertProblem(post("/sample/echo", "gzip", corrupt), 400, "BAD_REQUEST");
        assertProblem(post("/sample/echo", "gzip", DOCUMENT), 400, "BAD_REQUEST");
    }

    private static Response post(String path, String encoding, byte[] body) {
        var config = RestAssuredConfig.config()
                .encoderConfig(EncoderConfig.encoderConfig().appendDefaultContentCharsetToContentTypeIfUndefined(false))
                .decoderConfig(DecoderConfig.decoderConfig().noContentDecoders());
        return given().config(config)
                .contentType("application/json")
                .header("Content-Encoding", encoding)
                .body(body)
                .post(path);
    }
}
