package dev.quintet.rewarder.api;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.content.ContentAddress;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A registry, a storage and a wallet that speak the contract over real HTTP; the processes themselves are met in the tools' ITs. */
public class Upstreams implements QuarkusTestResourceLifecycleManager {
    static final Map<String, String> POLICIES = new ConcurrentHashMap<>();
    static final Map<String, byte[]> OBJECTS = new ConcurrentHashMap<>();
    static final Map<String, Integer> PAID = new ConcurrentHashMap<>();
    static final AtomicInteger WALLET_STATUS = new AtomicInteger(200);
    private static final Pattern KEY = Pattern.compile("\"idempotency_key\":\"([^\"]+)\"");

    private @Nullable HttpServer running;

    static ContentAddress store(byte[] bytes) {
        var address = ContentAddress.of(Blake3.hash(bytes), 0);
        OBJECTS.put(address.toString(), bytes);
        return address;
    }

    @Override
    public Map<String, String> start() {
        HttpServer server;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        running = server;
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/registry/descriptors/policy/", this::policy);
        server.createContext("/o/", this::object);
        server.createContext("/v1/batch", this::batch);
        server.createContext("/v1/balance", exchange -> answer(exchange, 200, "{\"nonce\":0}"));
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        return Map.of(
                "quintet.rewarder.registry-url", url,
                "quintet.rewarder.storage-url", url,
                "quintet.rewarder.wallet-url", url);
    }

    @Override
    public void stop() {
        Objects.requireNonNull(running).stop(0);
    }

    private void policy(HttpExchange exchange) throws IOException {
        String id = exchange.getRequestURI().getPath().replaceAll(".*/", "");
        String body = POLICIES.get(id);
        if (body == null) {
            answer(exchange, 404, "{}");
        } else {
            answer(
                    exchange,
                    200,
                    "{\"kind\":\"policy\",\"id\":\"" + id + "\",\"body\":" + body + ",\"version\":3,\"at\":9}");
        }
    }

    private void object(HttpExchange exchange) throws IOException {
        String address = exchange.getRequestURI().getPath().substring(3);
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (exchange.getRequestMethod().equals("PUT")) {
            boolean sound = ContentAddress.of(Blake3.hash(body), 0).toString().equals(address);
            OBJECTS.put(address, body);
            answer(exchange, sound ? 201 : 409, "{}");
        } else if (OBJECTS.containsKey(address)) {
            answer(exchange, 200, OBJECTS.get(address));
        } else {
            answer(exchange, 404, "{}");
        }
    }

    private void batch(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (WALLET_STATUS.get() != 200) {
            answer(exchange, WALLET_STATUS.get(), "{}");
            return;
        }
        var results = new StringBuilder("{\"atomic\":false,\"results\":[");
        var keys = KEY.matcher(body);
        boolean first = true;
        while (keys.find()) {
            boolean replay = PAID.merge(keys.group(1), 1, Integer::sum) > 1;
            results.append(first ? "" : ",")
                    .append("{\"status\":200,\"replay\":")
                    .append(replay)
                    .append(",\"receipt\":{\"txid\":\"tx_")
                    .append("0123456789abcdef".repeat(2))
                    .append("\"}}");
            first = false;
        }
        answer(exchange, 200, results.append("]}").toString());
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        answer(exchange, status, body.getBytes(StandardCharsets.UTF_8));
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
