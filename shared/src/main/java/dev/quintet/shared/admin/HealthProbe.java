package dev.quintet.shared.admin;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * {@code <service> healthcheck <admin port>}: asks the process beside it for {@code /healthz}, for containers whose image
 * has neither shell nor curl. Starts nothing, so it costs milliseconds.
 */
public final class HealthProbe {
    private static final int PATIENCE_MILLIS = 2_000;

    private HealthProbe() {}

    /** The exit status: 0 when the process answers 200, 1 when it does not. */
    public static int ask(int port) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream()
                    .write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            var answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            String status = answer.readLine();
            return status != null && status.startsWith("HTTP/1.1 200") ? 0 : 1;
        } catch (IOException _) {
            // Nobody listens, or nobody answers: that is what was asked.
            return 1;
        }
    }
}
