package dev.quintet.shared.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.testkit.RawHttp;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Over bare sockets; the read and write timeouts are half a second here, idle is one. */
@QuarkusTest
@TestProfile(SampleProfile.class)
@Timeout(60)
class ConnectionGuardResourceTest {
    private static final Duration PACE = Duration.ofMillis(50);
    private static final int CAP = 64 * 1024;

    @SuppressWarnings("NullAway.Init")
    @TestHTTPResource("/")
    URI base;

    @SuppressWarnings("NullAway.Init")
    @TestHTTPResource(value = "/", management = true)
    URI admin;

    @Test
    void cutsOffATrickledSecondHead() {
        try (var client = new RawHttp(base)) {
            client.send("GET /sample/items/1 HTTP/1.1\r\nHost: x\r\n\r\n");
            client.until("{\"id\":1}");

            client.trickle("GET /sample/items/1 HTTP/1.1\r\nHost: x\r\nX-A: " + "a".repeat(500), PACE);

            assertThat(client.untilClosed()).contains("HTTP/1.1 408");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/sample/echo", "/sample/echo/worker", "/sample/echo/virtual"})
    void cutsOffATrickledBody(String path) {
        try (var client = new RawHttp(base)) {
            long start = System.nanoTime();
            client.send(head(path, "Content-Length: 1000"));
            client.trickle("{\"name\":\"" + "a".repeat(900), PACE);

            assertThat(client.untilClosed()).startsWith("HTTP/1.1 408").contains("REQUEST_TIMEOUT", "X-Corr-ID: c-1");
            assertThat(millisSince(start)).isBetween(450L, 5_000L);
        }
    }

    @Test
    void cutsOffATrickledChunkedBody() {
        try (var client = new RawHttp(base)) {
            client.send(head("/sample/echo", "Transfer-Encoding: chunked"));
            client.trickle("1\r\n{\r\n".repeat(100), PACE);

            assertThat(client.untilClosed()).startsWith("HTTP/1.1 408");
        }
    }

    @Test
    void waitsForABodyThatIsSlowButSteady() {
        try (var client = new RawHttp(base)) {
            String body = document(25_000);
            client.send(head("/sample/echo", "Content-Length: " + body.length()));
            for (int at = 0; at < body.length(); at += 5_000) {
                client.listen(Duration.ofMillis(150));
                client.send(body.substring(at, at + 5_000));
            }

            assertThat(client.until("HTTP/1.1")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void cutsOffAClientThatDoesNotReadItsAnswer() {
        double before = rejected("write_timeout");
        try (var client = new RawHttp(base)) {
            client.send("GET /sample/large HTTP/1.1\r\nHost: x\r\n\r\n");

            while (rejected("write_timeout") == before) {
                Thread.onSpinWait();
            }
            assertThat(client.untilClosed().length()).isLessThan(32 << 20);
        }
    }

    @Test
    void keepsAnEventStreamThroughItsSilences() {
        try (var client = new RawHttp(base)) {
            client.send("GET /sample/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n");

            assertThat(client.until("tick-1")).startsWith("HTTP/1.1 200").contains("tick-0");
        }
    }

    @Test
    void closesAnIdleConnectionAfterTheIdleTimeoutOnly() {
        try (var client = new RawHttp(base)) {
            client.send("GET /sample/items/1 HTTP/1.1\r\nHost: x\r\n\r\n");
            client.until("{\"id\":1}");
            long start = System.nanoTime();

            client.untilClosed();

            assertThat(millisSince(start)).isBetween(900L, 4_000L);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/sample/echo, -1, 200", "/sample/echo, 0, 200", "/sample/echo, 1, 413",
        "/sample/echo/worker, 0, 200", "/sample/echo/worker, 1, 413", "/sample/echo/virtual, 0, 200",
        "/sample/echo/virtual, 1, 413",
    })
    void holdsTheBodyCapToTheByte(String path, int over, int status) {
        String body = document(CAP + over);
        try (var client = new RawHttp(base)) {
            client.send(head(path, "Content-Length: " + body.length()));
            client.send(body);

            assertThat(client.until("\r\n\r\n")).startsWith("HTTP/1.1 " + status);
            if (status == 413) {
                assertThat(client.untilClosed()).contains("\"code\":\"BODY_CAP\"", "X-Corr-ID: c-1");
            }
        }
        try (var client = new RawHttp(base)) {
            client.send(head(path, "Transfer-Encoding: chunked"));
            for (int at = 0; at < body.length(); at += 5_000) {
                String part = body.substring(at, Math.min(body.length(), at + 5_000));
                client.send(Integer.toHexString(part.length()) + "\r\n" + part + "\r\n");
            }
            client.send("0\r\n\r\n");

            assertThat(client.until("\r\n\r\n")).startsWith("HTTP/1.1 " + status);
        }
    }

    @ParameterizedTest
    @CsvSource({"GET /sample/items/1 HTTP/1.1, 400", "GET nowhere HTTP/1.0, 404"})
    void answersWithAProblemWhatVertxRefusesItself(String line, int status) {
        try (var client = new RawHttp(base)) {
            client.send(line + "\r\nX-Corr-ID: c-1\r\n\r\n");

            assertThat(client.until("\"details\""))
                    .startsWith("HTTP/1.")
                    .contains(" " + status + " ", "X-Corr-ID: c-1", "\"corr_id\":\"c-1\"");
        }
    }

    private double rejected(String reason) {
        return given().get(admin.resolve("metrics"))
                .asString()
                .lines()
                .filter(line -> line.startsWith("rejected_total{reason=\"" + reason + "\"}"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
                .sum();
    }

    private static String head(String path, String framing) {
        return "POST " + path + " HTTP/1.1\r\nHost: x\r\nX-Corr-ID: c-1\r\nContent-Type: application/json\r\n" + framing
                + "\r\n\r\n";
    }

    private static String document(int length) {
        String frame = "{\"count\":1,\"name\":\"\"}";
        return "{\"count\":1,\"name\":\"" + "a".repeat(length - frame.length()) + "\"}";
    }

    private static long millisSince(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }
}
