package dev.quintet.shared.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class HealthProbeTest {
    @Test
    void isHealthyOnlyWhenTheProcessSaysSo() throws Exception {
        assertThat(askSomebodyWhoAnswers("HTTP/1.1 200 OK\r\n\r\n")).isZero();
        assertThat(askSomebodyWhoAnswers("HTTP/1.1 503 Service Unavailable\r\n\r\n"))
                .isEqualTo(1);
        assertThat(askSomebodyWhoAnswers("")).isEqualTo(1);
    }

    @Test
    void isNotHealthyWhenNobodyListens() throws IOException {
        int port;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }

        assertThat(HealthProbe.ask(port)).isEqualTo(1);
    }

    private static int askSomebodyWhoAnswers(String answer) throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread responder = Thread.ofVirtual().start(() -> {
                try (var client = server.accept()) {
                    // Read the head before answering: a close with unread bytes would be a reset.
                    byte[] head = new byte[512];
                    if (client.getInputStream().read(head) > 0) {
                        client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                    }
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            int status = HealthProbe.ask(server.getLocalPort());
            responder.join();
            return status;
        }
    }
}
