package dev.quintet.gateway.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.testkit.RawHttp;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What goes through, and what changes on the way. */
@Timeout(60)
@SuppressWarnings("StringConcatToTextBlock") // Line ends are part of what is tested.
class ForwardingTest {
    private final RawUpstream upstream = new RawUpstream(RawUpstream.fixed("hello"));
    private final FrontFixture front = new FrontFixture(upstream);

    @AfterEach
    void everythingIsGivenBack() {
        front.awaitQuiet();
        front.close();
        upstream.close();
    }

    @Test
    void passesARequestAndItsAnswerThrough() {
        var answer = front.send(front.to("/o/x?y=1").header("X-Corr-ID", "me").header("traceparent", "00-abc"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("hello");
        assertThat(answer.headers().firstValue("X-Corr-ID")).contains("me");
        var seen = upstream.requests().getFirst();
        assertThat(seen.path()).isEqualTo("/o/x?y=1");
        assertThat(seen.header("X-Corr-ID")).isEqualTo("me");
        assertThat(seen.header("traceparent")).isEqualTo("00-abc");
        assertThat(seen.header("X-Forwarded-For")).isEqualTo("127.0.0.1");
        assertThat(seen.header("Forwarded")).startsWith("for=127.0.0.1;proto=http;host=");
    }

    @Test
    void leavesBehindWhatBelongsToOneConnection() {
        try (RawHttp client = front.raw()) {
            client.send("GET /o/x HTTP/1.1\r\nHost: a\r\nConnection: x-secret, keep-alive\r\nX-Secret: 1\r\n"
                    + "Keep-Alive: 5\r\nProxy-Connection: x\r\nTE: trailers\r\nUpgrade: h2c\r\n"
                    + "X-Forwarded-For: 6.6.6.6\r\nForwarded: for=6.6.6.6\r\nQuintet-Owner: me\r\n\r\n");
            client.until("hello");
        }

        String head = upstream.requests().getFirst().head().toLowerCase(java.util.Locale.ROOT);
        assertThat(head)
                .doesNotContain(
                        "x-secret", "keep-alive", "proxy-connection", "te:", "upgrade", "6.6.6.6", "quintet-owner");
    }

    @Test
    void subtractsItsOwnTimeFromTheDeadline() {
        front.send(front.to("/o/x").header("X-Deadline-Ms", "900"));

        assertThat(Long.parseLong(upstream.requests().getFirst().header("X-Deadline-Ms")))
                .isBetween(1L, 900L);
    }

    @Test
    void keepsUpstreamConnections() {
        for (int i = 0; i < 20; i++) {
            assertThat(front.get("/o/x").statusCode()).isEqualTo(200);
        }

        assertThat(upstream.connections()).isLessThanOrEqualTo(2);
    }

    @Test
    void streamsALargeAnswerWithoutHoldingIt() {
        byte[] piece = new byte[64 * 1024];
        upstream.behave((_, out) -> {
            RawUpstream.write(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            for (int i = 0; i < 512; i++) {
                RawUpstream.write(out, Integer.toHexString(piece.length) + "\r\n");
                out.write(piece);
                RawUpstream.write(out, "\r\n");
            }
            RawUpstream.write(out, "0\r\n\r\n");
            return true;
        });

        assertThat(front.get("/o/x").body()).hasSize(512 * piece.length);
    }

    @Test
    void passesABodyOnUnchangedWithALengthAndInChunks() {
        byte[] body = new byte[300_000];
        new java.util.Random(1).nextBytes(body);

        front.send(front.to("/o").header("Authorization", FrontFixture.token()).POST(BodyPublishers.ofByteArray(body)));
        front.send(front.to("/o")
                .header("Authorization", FrontFixture.token())
                .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(body))));

        assertThat(upstream.requests()).hasSize(2).allMatch(request -> crc(request.body()) == crc(body));
    }

    @Test
    void answersPipelinedRequestsInOrder() {
        upstream.behave((request, out) -> {
            RawUpstream.write(
                    out, "HTTP/1.1 200 OK\r\nContent-Length: " + request.path().length() + "\r\n\r\n" + request.path());
            return true;
        });
        try (RawHttp client = front.raw()) {
            client.send("GET /o/1 HTTP/1.1\r\nHost: a\r\n\r\nGET /o/2 HTTP/1.1\r\nHost: a\r\n\r\n"
                    + "GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\nGET /o/3 HTTP/1.1\r\nHost: a\r\n\r\n");

            String text = client.until("/o/3");

            assertThat(text.indexOf("/o/1")).isLessThan(text.indexOf("/o/2"));
            assertThat(text.indexOf("/o/2")).isLessThan(text.indexOf("NOT_FOUND"));
        }
    }

    @Test
    void passesEventsOnAsTheyCome() {
        var second = new java.util.concurrent.CountDownLatch(1);
        upstream.behave((_, out) -> {
            RawUpstream.write(out, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: one\n\n");
            second.await();
            RawUpstream.write(out, "data: two\n\n");
            return false;
        });
        try (RawHttp client = front.raw()) {
            client.send("GET /o/events HTTP/1.1\r\nHost: a\r\n\r\n");
            client.until("data: one");
            second.countDown();
            client.until("data: two");
        }
    }

    @Test
    void aHeadRequestHasALengthAndNoBody() {
        upstream.behave((_, out) -> {
            RawUpstream.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
            return true;
        });
        try (RawHttp client = front.raw()) {
            client.send(
                    "HEAD /o/x HTTP/1.1\r\nHost: a\r\n\r\nHEAD /o/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");

            assertThat(client.untilClosed().toLowerCase(java.util.Locale.ROOT))
                    .containsIgnoringCase("content-length: 5")
                    .endsWith("\r\n\r\n");
        }
    }

    @Test
    void answersUnknownPathsAndMethodsItself() {
        assertThat(front.get("/nothing").statusCode()).isEqualTo(404);
        assertThat(front.get("/other").body()).contains("\"code\":\"NOT_FOUND\"");
        var answer = front.send(front.to("/o/x").method("PROPFIND", BodyPublishers.noBody()));
        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("Allow"))
                .hasValueSatisfying(allow -> assertThat(allow).contains("GET"));
        assertThat(upstream.requests()).isEmpty();
    }

    private static long crc(byte[] bytes) {
        var crc = new CRC32();
        crc.update(bytes);
        return crc.getValue();
    }
}
