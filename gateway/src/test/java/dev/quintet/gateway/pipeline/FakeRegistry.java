package dev.quintet.gateway.pipeline;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** A registry with routes and nothing else: head, descriptors in pages of one, and a stream. */
final class FakeRegistry implements AutoCloseable {
    private final List<HttpExchange> listeners = new CopyOnWriteArrayList<>();
    private final AtomicLong version = new AtomicLong();
    private volatile List<String> bodies = List.of();
    private HttpServer server;
    private final int port;

    FakeRegistry() {
        server = start(0);
        port = server.getAddress().getPort();
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    int listeners() {
        return listeners.size();
    }

    void commit(String... routes) {
        bodies = List.of(routes);
        long committed = version.incrementAndGet();
        for (HttpExchange listener : listeners) {
            tell(listener, "event: registry.update\nid: " + committed + "\ndata: {}\n\n");
        }
    }

    void stop() {
        listeners.forEach(HttpExchange::close);
        listeners.clear();
        server.stop(0);
    }

    void restart() {
        server = start(port);
    }

    @Override
    public void close() {
        stop();
    }

    private HttpServer start(int at) {
        try {
            var made = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), at), 0);
            made.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            made.createContext("/registry/head", exchange -> answer(exchange, "{\"version\":" + version.get() + "}"));
            made.createContext("/registry/descriptors", this::descriptors);
            made.createContext("/registry/stream", this::stream);
            made.start();
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void descriptors(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        int at = query.contains("after=route/") ? Integer.parseInt(query.replaceAll(".*after=route/", "")) : 0;
        var routes = bodies;
        if (at >= routes.size()) {
            answer(exchange, "{\"at\":1,\"descriptors\":[]}");
            return;
        }
        String next = at + 1 < routes.size() ? ",\"next\":\"route/" + (at + 1) + "\"" : "";
        answer(
                exchange,
                "{\"at\":1,\"descriptors\":[{\"kind\":\"route\",\"id\":\"r\",\"body\":" + routes.get(at)
                        + ",\"version\":1}]" + next + "}");
    }

    private void stream(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        tell(exchange, ": still here\n\n");
        listeners.add(exchange);
    }

    private static void tell(HttpExchange listener, String text) {
        try {
            listener.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
            listener.getResponseBody().flush();
        } catch (IOException e) {
            listener.close();
        }
    }

    private static void answer(HttpExchange exchange, String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
