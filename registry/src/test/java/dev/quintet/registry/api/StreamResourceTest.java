package dev.quintet.registry.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The stream: resume from the log, heartbeats, and listeners that do not listen. */
@QuarkusTest
@TestProfile(RegistryProfile.class)
@Timeout(60)
class StreamResourceTest {
    private final Governor governor = Governor.withEveryScope();

    @Test
    void resumesWhereAListenerLeftOff() throws IOException {
        long seen = governor.committed(Governor.put("node", Governor.fresh("n"), "{}"));
        governor.committed(Governor.put("node", Governor.fresh("n"), "{}"));
        long last = governor.committed(Governor.put("node", Governor.fresh("n"), "{}"));
        try (var listener = new Listener(seen)) {
            assertThat(listener.ids(2)).containsExactly(seen + 1, last);

            long next = governor.committed(Governor.put("node", Governor.fresh("n"), "{}"));

            assertThat(listener.ids(1)).containsExactly(next);
        }
    }

    @Test
    void beatsWhileNothingHappens() throws IOException {
        try (var listener = new Listener(Long.MAX_VALUE)) {
            String line = listener.line();
            while (!line.startsWith(":")) {
                line = listener.line();
            }
            assertThat(line).contains("still here");
        }
    }

    @Test
    void listenersThatNeverReadOrJustVanishHurtNobody() throws IOException {
        var mute = new ArrayList<Listener>();
        for (int i = 0; i < 40; i++) {
            mute.add(new Listener(0));
        }
        try (var listener = new Listener(0)) {
            long version = 0;
            for (int i = 0; i < 5; i++) {
                mute.get(i).close();
                version = governor.committed(Governor.put("node", Governor.fresh("n"), "{}"));
            }

            var ids = listener.ids((int) version);

            assertThat(ids)
                    .hasSize((int) version)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .endsWith(version);
        } finally {
            for (var listener : mute) {
                listener.close();
            }
        }
    }

    /** A client that reads only when asked to. */
    private static final class Listener implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader in;

        Listener(long seen) throws IOException {
            socket = new Socket("localhost", RestAssured.port);
            String request = "GET /registry/stream HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n"
                    + "Last-Event-ID: " + seen + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        }

        String line() throws IOException {
            String line = in.readLine();
            if (line == null) {
                throw new IOException("the stream ended");
            }
            return line;
        }

        List<Long> ids(int count) throws IOException {
            var ids = new ArrayList<Long>();
            while (ids.size() < count) {
                String line = line();
                if (line.startsWith("id:")) {
                    ids.add(Long.parseLong(line.substring(3).trim()));
                }
            }
            return ids;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
