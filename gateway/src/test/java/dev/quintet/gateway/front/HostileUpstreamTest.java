package dev.quintet.gateway.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.testkit.RawHttp;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Services behind that hang, reset, lie or speak gibberish: callers get typed answers and no connection or slot is lost. */
@Timeout(60)
@SuppressWarnings("StringConcatToTextBlock") // Line ends are part of what is tested.
class HostileUpstreamTest {
    private final RawUpstream upstream = new RawUpstream(RawUpstream.fixed("hello"));
    private final FrontFixture front = new FrontFixture(
            upstream,
            "http.read-timeout",
            "300ms",
            "gateway.upstream.delay-min",
            "5ms",
            "gateway.upstream.delay-max",
            "10ms");

    @AfterEach
    void everythingIsGivenBack() {
        front.awaitQuiet();
        upstream.behave(RawUpstream.fixed("well"));
        FrontFixture.await(() -> front.get("/o/after").statusCode() == 200);
        front.awaitQuiet();
        FrontFixture.await(() -> front.server.upstreamConnections() <= 2);
        front.close();
        upstream.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gibberish\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
                "HTTP/1.1 101 Switching Protocols\r\n\r\n",
            })
    void garbageIsABadGateway(String answer) {
        upstream.behave((_, out) -> {
            RawUpstream.write(out, answer);
            return false;
        });

        var seen = post();

        assertThat(seen.statusCode()).isEqualTo(502);
        assertThat(seen.body()).contains("\"code\":\"UPSTREAM_ERROR\"");
    }

    @Test
    void aConnectionThatEndsBeforeTheAnswerIsABadGateway() {
        upstream.behave((_, _) -> false);

        assertThat(post().statusCode()).isEqualTo(502);
        assertThat(upstream.requests()).hasSize(1);
    }

    @Test
    void anIdempotentRequestIsTriedAgain() {
        var calls = new AtomicInteger();
        upstream.behave((_, out) -> {
            if (calls.incrementAndGet() < 3) {
                return false;
            }
            RawUpstream.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            return true;
        });

        var answer = front.send(front.to("/o")
                .header("Authorization", FrontFixture.token())
                .header("Idempotency-Key", "k")
                .POST(BodyPublishers.ofString("body")));

        assertThat(answer.body()).isEqualTo("ok");
        assertThat(upstream.requests())
                .hasSize(3)
                .allMatch(
                        request -> new String(request.body(), java.nio.charset.StandardCharsets.UTF_8).equals("body"));
        assertThat(front.count("backoff_retries_total", "op", "forward")).isEqualTo(2);
    }

    @Test
    void nothingIsTriedAgainOnceAByteReachedTheClient() {
        upstream.behave((_, out) -> {
            RawUpstream.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart");
            return false;
        });
        try (RawHttp client = front.raw()) {
            client.send("GET /o/x HTTP/1.1\r\nHost: a\r\n\r\n");

            assertThat(client.untilClosed()).startsWith("HTTP/1.1 200 OK").endsWith("part");
        }
        assertThat(upstream.requests()).hasSize(1);
    }

    @Test
    void anAnswerLongerThanItSaidIsCutAndItsConnectionNotUsedAgain() {
        upstream.behave((_, out) -> {
            RawUpstream.write(
                    out,
                    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
            return true;
        });

        for (int i = 0; i < 5; i++) {
            assertThat(front.get("/o/x").body()).isEqualTo("ok");
        }
    }

    @Test
    void anUpstreamThatHangsCostsTheDeadline() {
        var never = new CountDownLatch(1);
        upstream.behave((_, _) -> {
            never.await();
            return false;
        });
        long start = System.nanoTime();

        var answer = front.send(front.to("/o/x").header("X-Deadline-Ms", "500"));

        assertThat(answer.statusCode()).isEqualTo(504);
        assertThat(answer.body()).contains("\"code\":\"TIMEOUT\"");
        assertThat(System.nanoTime() - start).isGreaterThan(490_000_000L);
        assertThat(front.count("io_timeouts_total", "op", "request")).isEqualTo(1);
        never.countDown();
    }

    @Test
    void anUpstreamThatHangsInTheMiddleIsCutOff() {
        var never = new CountDownLatch(1);
        upstream.behave((_, out) -> {
            RawUpstream.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart");
            never.await();
            return false;
        });
        try (RawHttp client = front.raw()) {
            client.send("GET /o/x HTTP/1.1\r\nHost: a\r\n\r\n");

            assertThat(client.untilClosed()).endsWith("part");
        }
        assertThat(front.count("io_timeouts_total", "op", "upstream_body")).isEqualTo(1);
        never.countDown();
    }

    @Test
    void aClientThatLeavesEndsItsRequestBehind() {
        var asked = new CountDownLatch(1);
        upstream.behave((_, _) -> {
            asked.countDown();
            Thread.currentThread().join(java.time.Duration.ofMinutes(1));
            return false;
        });
        try (RawHttp client = front.raw()) {
            client.send("GET /o/x HTTP/1.1\r\nHost: a\r\n\r\n");
            FrontFixture.await(() -> asked.getCount() == 0);
        }

        front.awaitQuiet();
        assertThat(front.server.upstreamConnections()).isZero();
    }

    @Test
    void nobodyListeningIsUnavailable() {
        try (var nobody = new FrontFixture(List.of("http://127.0.0.1:1"))) {
            var answer = nobody.get("/o/x");

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("\"code\":\"UPSTREAM_UNAVAILABLE\"");
            assertThat(answer.headers().firstValue("Retry-After")).isPresent();
            nobody.awaitQuiet();
        }
    }

    @Test
    void aSecondAddressTakesOver() {
        try (var both = new FrontFixture(
                List.of("http://127.0.0.1:1", upstream.url()),
                "gateway.upstream.delay-min",
                "1ms",
                "gateway.upstream.delay-max",
                "2ms")) {
            for (int i = 0; i < 50; i++) {
                assertThat(both.get("/o/x").statusCode()).isEqualTo(200);
            }
            both.awaitQuiet();
        }
    }

    private java.net.http.HttpResponse<String> post() {
        return front.send(
                front.to("/o").header("Authorization", FrontFixture.token()).POST(BodyPublishers.ofString("x")));
    }
}
