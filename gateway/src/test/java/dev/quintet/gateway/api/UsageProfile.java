package dev.quintet.gateway.api;

import com.sun.net.httpserver.HttpServer;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A gateway in memory under a known root key, in front of a storage that keeps what it is given, or refuses it. */
public class UsageProfile implements QuarkusTestProfile {
    static final String ROOT_KEY = "k1:" + "0123456789abcdef".repeat(4);

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "quintet.amnesia",
                "true",
                "quintet.capability.root-key",
                ROOT_KEY,
                "quintet.gateway.storage-url",
                Storage.url());
    }

    /** Asked over HTTP by the test too: the profile and the test may live in different class loaders. */
    static final class Storage {
        private static final HttpServer SERVER = start();
        private static final Map<String, byte[]> OBJECTS = new ConcurrentHashMap<>();

        private Storage() {}

        static String url() {
            return "http://127.0.0.1:" + SERVER.getAddress().getPort();
        }

        private static HttpServer start() {
            try {
                var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
                server.createContext("/o/", exchange -> {
                    String path = exchange.getRequestURI().getPath();
                    boolean put = exchange.getRequestMethod().equals("PUT");
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    if (put && path.equals("/o/refuse")) {
                        REFUSE.set(body.length > 0);
                        exchange.sendResponseHeaders(204, -1);
                    } else if (put) {
                        OBJECTS.put(path, body);
                        exchange.sendResponseHeaders(REFUSE.get() ? 503 : 201, -1);
                    } else {
                        byte[] found = OBJECTS.getOrDefault(path, new byte[0]);
                        exchange.sendResponseHeaders(200, found.length == 0 ? -1 : found.length);
                        exchange.getResponseBody().write(found);
                    }
                    exchange.close();
                });
                server.start();
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static final java.util.concurrent.atomic.AtomicBoolean REFUSE =
                new java.util.concurrent.atomic.AtomicBoolean();
    }
}
