package dev.quintet.gateway.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.testkit.RawHttp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that mean no good: every one gets a typed answer or is cut off, and nothing of it reaches the upstream. */
@Timeout(60)
@SuppressWarnings("StringConcatToTextBlock") // Line ends are part of what is tested.
class HostileClientTest {
    private final RawUpstream upstream = new RawUpstream(RawUpstream.fixed("hello"));
    private final FrontFixture front =
            new FrontFixture(upstream, "http.read-timeout", "300ms", "http.write-timeout", "300ms");

    @AfterEach
    void everythingIsGivenBack() {
        front.awaitQuiet();
        front.close();
        upstream.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /o/x HTTP/1.1\r\n\r\n",
                "GET /o/x HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "GET /o/x HTTP/1.1\r\nHost: a b\r\n\r\n",
                "GET /o/x HTTP/1.1\r\nHost: \r\n\r\n",
                "GET /o/x HTTP/1.1\r\nHost: a/../b\r\n\r\n",
                "GET /o/x HTTP/1.1\r\nHost : a\r\n\r\n",
                "GET /o/x HTTP/1.1\r\nHost: a\r\nBad Name: 1\r\n\r\n",
                "GET /o/x HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n",
                "GET /o/x HTTP/3.9\r\nHost: a\r\n\r\n",
                "GET /o/x\r\n\r\n",
                "GET o/x HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /o/../v1 HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /o\\x HTTP/1.1\r\nHost: a\r\n\r\n",
                "POST /o HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /o HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
                "POST /o HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
                "POST /o HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
                "POST /o HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 4\r\n\r\nabcd",
                "POST /o HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
                "POST /o HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\nabc",
                "POST /o HTTP/1.1\r\nHost: a\r\nContent-Length: 0x3\r\n\r\nabc",
                "POST /o HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
                "POST /o HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                "POST /o HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /o HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "GET /o/x HTTP/1.1\r\nHost: a\r\nX-Deadline-Ms: soon\r\n\r\n",
                "GET /o/x HTTP/1.1\r\nHost: a\r\nX-Deadline-Ms: -5\r\n\r\n",
                "GET /o/x HTTP/1.1\r\nHost: a\r\nX-Deadline-Ms: 99999999999999999999\r\n\r\n",
            })
    void badFramingIsRefused(String request) {
        try (RawHttp client = front.raw()) {
            client.send(request);

            String answer = client.until("corr_id");

            assertThat(answer).startsWith("HTTP/1.1 400 ").contains("\"code\":\"BAD_REQUEST\"");
        }
        assertThat(upstream.requests()).isEmpty();
        assertThat(front.count("rejected_total", "reason", "malformed")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"zz\r\nabc\r\n0\r\n\r\n", "3\r\nabcdef\r\n0\r\n\r\n", "-1\r\n\r\n", "fffffffffffffffff\r\n"})
    void badChunksAreRefusedInTheMiddle(String body) {
        try (RawHttp client = front.raw()) {
            client.send("POST /o HTTP/1.1\r\nHost: a\r\nAuthorization: " + FrontFixture.token()
                    + "\r\nTransfer-Encoding: chunked\r\n\r\n" + body);

            assertThat(client.untilClosed()).startsWith("HTTP/1.1 400 ");
        }
        assertThat(upstream.requests()).isEmpty();
    }

    @Test
    void aFloodOfHeadersIsRefused() {
        try (RawHttp client = front.raw()) {
            client.send("GET /o/x HTTP/1.1\r\nHost: a\r\n" + "X-Flood: 0123456789\r\n".repeat(2_000) + "\r\n");

            assertThat(client.until("corr_id")).startsWith("HTTP/1.1 431 ");
        }
        try (RawHttp client = front.raw()) {
            client.send("GET /o/" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: a\r\n\r\n");

            assertThat(client.until("corr_id")).startsWith("HTTP/1.1 431 ");
        }
    }

    @Test
    void aBodyPastTheCapIsRefusedBeforeAndWhileItComes() {
        String head = "POST /o HTTP/1.1\r\nHost: a\r\nAuthorization: " + FrontFixture.token() + "\r\n";
        try (RawHttp client = front.raw()) {
            client.send(head + "Content-Length: 1048577\r\n\r\n");

            assertThat(client.until("corr_id")).startsWith("HTTP/1.1 413 ").contains("BODY_CAP");
        }
        try (RawHttp client = front.raw()) {
            client.send(head + "Transfer-Encoding: chunked\r\n\r\n");
            for (int i = 0; i < 40 && client.send("8000\r\n" + "x".repeat(0x8000) + "\r\n"); i++) {
                client.listen(Duration.ofMillis(1));
            }

            assertThat(client.untilClosed()).startsWith("HTTP/1.1 413 ").contains("BODY_CAP");
        }
        assertThat(upstream.requests()).isEmpty();
        assertThat(front.count("rejected_total", "reason", "body_cap")).isEqualTo(2);
    }

    @Test
    void bombsAreStoppedInPassing() throws IOException {
        byte[] zeros = new byte[4 * 1024 * 1024];
        var gzip = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(gzip)) {
            out.write(zeros);
        }
        var deflate = new ByteArrayOutputStream();
        try (var out = new DeflaterOutputStream(deflate)) {
            out.write(zeros);
        }

        assertThat(encoded("gzip", gzip.toByteArray())).contains("DECODED_RATIO");
        assertThat(encoded("deflate", deflate.toByteArray())).contains("DECODED_RATIO");
        assertThat(encoded("br", new byte[] {1, 2, 3})).contains("UNSUPPORTED_MEDIA");
        assertThat(encoded("gzip", "not gzip at all".getBytes(StandardCharsets.UTF_8)))
                .contains("BAD_REQUEST");
        assertThat(upstream.requests()).isEmpty();
        assertThat(front.count("rejected_total", "reason", "decoded-ratio")).isEqualTo(2);
        assertThat(front.count("rejected_total", "reason", "unsupported")).isEqualTo(1);
    }

    @Test
    void anHonestEncodedBodyPassesUnchanged() throws IOException {
        var gzip = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(gzip)) {
            out.write("quintet ".repeat(500).getBytes(StandardCharsets.UTF_8));
        }

        assertThat(encoded("gzip", gzip.toByteArray())).isEqualTo("hello");
        assertThat(upstream.requests().getFirst().body()).isEqualTo(gzip.toByteArray());
    }

    @Test
    void aHeadThatTricklesIsCutOff() {
        try (RawHttp client = front.raw()) {
            client.trickle("GET /o/x HTTP/1.1\r\nHost: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", Duration.ofMillis(30));

            assertThat(client.untilClosed()).startsWith("HTTP/1.1 408 ");
        }
        assertThat(front.count("rejected_total", "reason", "read_timeout")).isEqualTo(1);
    }

    @Test
    void aBodyThatTricklesIsCutOffAtTheDeadline() {
        try (RawHttp client = front.raw()) {
            client.send("POST /o HTTP/1.1\r\nHost: a\r\nX-Deadline-Ms: 400\r\nAuthorization: " + FrontFixture.token()
                    + "\r\nContent-Length: 1000\r\n\r\n");
            client.trickle("x".repeat(1000), Duration.ofMillis(50));

            assertThat(client.untilClosed()).startsWith("HTTP/1.1 408 ").contains("REQUEST_TIMEOUT");
        }
    }

    @Test
    void aClientThatDoesNotTakeItsAnswerIsCutOff() {
        upstream.behave((_, out) -> {
            RawUpstream.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n");
            byte[] piece = new byte[65536];
            while (true) {
                out.write(piece);
            }
        });
        try (RawHttp client = front.raw()) {
            client.send("GET /o/x HTTP/1.1\r\nHost: a\r\n\r\n");

            FrontFixture.await(() -> front.count("rejected_total", "reason", "write_timeout") == 1);
        }
    }

    private String encoded(String encoding, byte[] body) {
        return front.send(front.to("/o")
                        .header("Authorization", FrontFixture.token())
                        .header("Content-Encoding", encoding)
                        .POST(BodyPublishers.ofByteArray(body)))
                .body();
    }
}
