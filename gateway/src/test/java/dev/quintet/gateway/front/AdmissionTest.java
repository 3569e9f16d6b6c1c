package dev.quintet.gateway.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.capability.token.Caveat;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who gets in, who waits, and who is told to come back, with exact counts. */
@Timeout(60)
class AdmissionTest {
    private final CountDownLatch release = new CountDownLatch(1);
    private final RawUpstream upstream = new RawUpstream(RawUpstream.fixed("hello"));

    @AfterEach
    void closeUpstream() {
        release.countDown();
        upstream.close();
    }

    @Test
    void aWriteNeedsATokenThatHolds() {
        try (var front = new FrontFixture(upstream)) {
            var none = front.send(front.to("/o").POST(BodyPublishers.ofString("x")));
            var forged = front.send(
                    front.to("/o").header("Authorization", "Bearer nonsense").POST(BodyPublishers.ofString("x")));
            var late = front.send(front.to("/o")
                    .header("Authorization", FrontFixture.token(new Caveat.Before(Instant.EPOCH)))
                    .POST(BodyPublishers.ofString("x")));
            var elsewhere = front.send(front.to("/o")
                    .header("Authorization", FrontFixture.token(new Caveat.PathPrefix("/v1")))
                    .POST(BodyPublishers.ofString("x")));

            assertThat(List.of(none.statusCode(), forged.statusCode(), late.statusCode(), elsewhere.statusCode()))
                    .containsExactly(401, 401, 401, 403);
            assertThat(none.headers().firstValue("WWW-Authenticate")).isPresent();
            assertThat(upstream.requests()).isEmpty();
            front.awaitQuiet();
        }
    }

    @Test
    void aTenantPastItsRateIsToldWhenToComeBack() {
        try (var front =
                new FrontFixture(upstream, "gateway.drr.rate-limit-rps", "1", "gateway.drr.rate-limit-burst", "3")) {
            List<HttpResponse<String>> answers = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                answers.add(front.send(front.to("/o/x").header("Authorization", FrontFixture.tenant("greedy"))));
            }

            assertThat(answers.subList(0, 3)).allMatch(answer -> answer.statusCode() == 200);
            var refused = answers.get(4);
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.body()).contains("\"code\":\"QUOTA\"");
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            assertThat(refused.headers().firstValue("RateLimit")).isPresent();
            assertThat(refused.headers().firstValue("RateLimit-Policy")).isPresent();
            assertThat(front.send(front.to("/o/x").header("Authorization", FrontFixture.tenant("polite")))
                            .statusCode())
                    .isEqualTo(200);
            front.awaitQuiet();
        }
    }

    @Test
    void aFullQueueRefusesExactlyTheRest() {
        upstream.behave((_, out) -> {
            release.await();
            RawUpstream.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            return true;
        });
        // One slot, and a queue in which one tenant may have 2 of 8.
        try (var front = new FrontFixture(
                upstream,
                "gateway.upstream.inflight-max",
                "1",
                "gateway.channels.work",
                "8",
                "gateway.channels.sched",
                "8")) {
            var first = ask(front, "a");
            FrontFixture.await(() -> upstream.requests().size() == 1);
            var second = ask(front, "a");
            var third = ask(front, "a");
            FrontFixture.await(() -> front.desk.waiting() == 2);

            var refused = front.send(front.to("/o/x").header("Authorization", FrontFixture.tenant("a")));

            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.body()).contains("\"code\":\"BUSY\"");
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            assertThat(front.count("busy_rejections_total", "endpoint", "/o")).isEqualTo(1);
            assertThat(front.desk.tenantFull()).isEqualTo(1);
            release.countDown();
            assertThat(List.of(first.join(), second.join(), third.join()))
                    .allMatch(answer -> answer.statusCode() == 200);
            front.awaitQuiet();
        }
    }

    @Test
    void theMostOverServedTenantMakesRoom() {
        upstream.behave((_, out) -> {
            release.await();
            RawUpstream.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            return true;
        });
        try (var front = new FrontFixture(
                upstream,
                "gateway.upstream.inflight-max",
                "1",
                "gateway.channels.work",
                "64",
                "gateway.channels.sched",
                "4")) {
            List<CompletableFuture<HttpResponse<String>>> greedy = new ArrayList<>();
            greedy.add(ask(front, "greedy"));
            FrontFixture.await(() -> upstream.requests().size() == 1);
            for (int i = 0; i < 4; i++) {
                greedy.add(ask(front, "greedy"));
            }
            FrontFixture.await(() -> front.desk.waiting() == 4);

            var polite = ask(front, "polite");

            FrontFixture.await(() -> front.desk.evicted() == 1);
            FrontFixture.await(() -> greedy.stream().anyMatch(CompletableFuture::isDone));
            var dropped = greedy.stream()
                    .filter(CompletableFuture::isDone)
                    .findFirst()
                    .orElseThrow()
                    .join();
            assertThat(dropped.statusCode()).isEqualTo(503);
            assertThat(dropped.body()).contains("\"code\":\"BUSY\"");
            release.countDown();
            assertThat(polite.join().statusCode()).isEqualTo(200);
            assertThat(greedy.stream().filter(each -> each.join().statusCode() == 200))
                    .hasSize(4);
            front.awaitQuiet();
        }
    }

    @Test
    void aDrainingGatewayFinishesWhatItHasAndSendsNewcomersAway() {
        upstream.behave((_, out) -> {
            release.await();
            RawUpstream.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            return true;
        });
        try (var front = new FrontFixture(upstream)) {
            var inFlight = ask(front, "a");
            FrontFixture.await(() -> upstream.requests().size() == 1);

            front.drain();

            var refused = front.get("/o/x");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("\"code\":\"DRAINING\"");
            assertThat(refused.headers().firstValue("Connection")).contains("close");
            release.countDown();
            assertThat(inFlight.join().statusCode()).isEqualTo(200);
            front.awaitQuiet();
        }
    }

    @Test
    void stragglersAreAnsweredAndCounted() {
        upstream.behave((_, _) -> {
            release.await();
            return false;
        });
        try (var front = new FrontFixture(upstream)) {
            var stragglers = List.of(ask(front, "a"), ask(front, "b"), ask(front, "c"));
            FrontFixture.await(() -> upstream.requests().size() == 3);
            front.drain();

            int cut = front.server.cutOff();

            assertThat(cut).isEqualTo(3);
            assertThat(stragglers).allMatch(each -> each.join().statusCode() == 503);
            front.awaitQuiet();
        }
    }

    private static CompletableFuture<HttpResponse<String>> ask(FrontFixture front, String tenant) {
        return front.sendAsync(front.to("/o/x").header("Authorization", FrontFixture.tenant(tenant)));
    }
}
