package dev.quintet.tools.smoke;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.testkit.RawHttp;
import dev.quintet.shared.testkit.ServiceProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a packaged service does with a connection before its first whole request, which only a process of its own shows:
 * in a test application Netty is loaded before the guard can ask to be put in front. The read timeout is one second here.
 */
@Timeout(120)
class EdgeIT {
    private static final String SERVICE = "wallet";
    private static final Duration PACE = Duration.ofMillis(50);

    @TempDir
    static Path folder;

    private static ServerSocket collector;
    private static ServiceProcess service;

    @BeforeAll
    static void start() throws IOException {
        collector = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        service = ServiceProcess.of(SERVICE)
                .in(folder)
                .env("QUINTET_AMNESIA", "true")
                .property("quintet.http.read-timeout", "1s")
                .property("quarkus.otel.exporter.otlp.endpoint", "http://127.0.0.1:" + collector.getLocalPort())
                .start();
    }

    @AfterAll
    static void stop() throws IOException {
        service.close();
        collector.close();
    }

    @Test
    void cutsOffAFirstHeadThatNeverEnds() {
        try (var client = new RawHttp(service.url("/"))) {
            // When
            client.trickle("GET / HTTP/1.1\r\nHost: x\r\nX-A: " + "a".repeat(400), PACE);

            // Then
            assertThat(client.untilClosed()).startsWith("HTTP/1.1 408").contains("\"code\":\"REQUEST_TIMEOUT\"");
        }
    }

    @Test
    void closesAConnectionThatSaysNothing() {
        try (var client = new RawHttp(service.url("/"))) {
            assertThat(client.untilClosed()).isEmpty();
        }
    }

    @Test
    void cutsOffAFirstBodyThatTrickles() {
        try (var client = new RawHttp(service.url("/"))) {
            // When
            client.send("POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n");
            client.trickle("b".repeat(400), PACE);

            // Then: it is answered at once, as there is no such path, or when its time is over; and it ends.
            assertThat(client.untilClosed()).matches("(?s)HTTP/1.1 4(04|08).*");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'NONSENSE', 400, BAD_REQUEST",
        "'GET / HTTP/1.1|Host x', 400, BAD_REQUEST",
        "'GET / HTTP/1.1|Host: x|Content-Length: -1', 400, BAD_REQUEST",
        "'GET / HTTP/1.1|Host: x|Content-Length: 1|Content-Length: 2', 400, BAD_REQUEST",
        "'POST / HTTP/1.1|Host: x|Content-Length: 40|Transfer-Encoding: chunked', 400, BAD_REQUEST",
        "'POST / HTTP/1.1|Host: x|Transfer-Encoding: gzip, chunked', 400, BAD_REQUEST",
        "'POST / HTTP/1.1|Host: x|Content-Length: 1048577', 413, BODY_CAP",
        "'POST / HTTP/1.1|Host: x|Content-Encoding: br|Content-Length: 1048577', 413, BODY_CAP",
    })
    void answersAFirstRequestThatIsNone(String head, int status, String code) {
        try (var client = new RawHttp(service.url("/"))) {
            // When
            client.send(head.replace("|", "\r\n") + "\r\n\r\n");

            // Then
            assertThat(client.untilClosed())
                    .startsWith("HTTP/1.1 " + status)
                    .contains("application/problem+json", "\"code\":\"" + code + "\"");
        }
    }

    @Test
    void answersAFirstHeadThatIsTooLarge() {
        try (var client = new RawHttp(service.url("/"))) {
            // When
            client.send("GET / HTTP/1.1\r\nHost: x\r\nX-A: " + "a".repeat(20_000) + "\r\n\r\n");

            // Then
            assertThat(client.untilClosed()).startsWith("HTTP/1.1 431").contains("HEADERS_TOO_LARGE");
        }
    }

    @Test
    void givesOneAnswerToARequestWhoseBodyTurnsOutToBeNone() {
        try (var client = new RawHttp(service.url("/"))) {
            // When
            client.send("POST /nowhere HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n\r\n");
            String answers = client.untilClosed();

            // Then
            assertThat(answers.split("HTTP/1.1 ", -1)).as(answers).hasSize(2);
        }
    }

    @Test
    void tellsNobodyAboutItsTraces() throws IOException {
        // Given
        for (int i = 0; i < 20; i++) {
            service.send(HttpRequest.newBuilder(service.url("/nowhere"))
                    .header("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
        }

        // When: longer than an exporter's batch would wait
        collector.setSoTimeout(7_000);

        // Then
        try (var caller = collector.accept()) {
            assertThat(caller).as("somebody exports traces").isNull();
        } catch (SocketTimeoutException e) {
            assertThat(e).hasMessageContaining("timed out");
        }
    }
}
