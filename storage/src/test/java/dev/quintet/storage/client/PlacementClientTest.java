package dev.quintet.storage.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The registry's answers, right, wrong and absent. */
@Timeout(60)
class PlacementClientTest {
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private final PlacementClient client = new PlacementClient();
    private HttpServer server;
    private URI registry;
    private volatile int status = 200;
    private volatile String body = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/registry/descriptors/placement/default", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.createContext("/registry/stream", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody()
                    .write(": heartbeat\n\nevent: registry.update\nid: 4\ndata: {}\n\n"
                            .getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();
        registry = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void readsCopiesAndBothSpellingsOfShards() throws Exception {
        assertThat(placement("{\"rf\":3}")).isEqualTo("rf=3");
        assertThat(placement("{\"ec\":\"4+2\"}")).isEqualTo("ec=4+2");
        assertThat(placement("{\"ec\":{\"k\":6,\"m\":3}}")).isEqualTo("ec=6+3");
    }

    @Test
    void noDescriptorIsAnAnswerAndAnythingElseIsNot() throws Exception {
        status = 404;
        assertThat(client.fetch(registry, DEADLINE)).isEmpty();
        status = 500;
        assertThatThrownBy(() -> client.fetch(registry, DEADLINE)).isInstanceOf(IOException.class);
        status = 200;
        assertThatThrownBy(() -> placement("{\"rf\":0}")).isInstanceOf(IOException.class);
        stop();
        assertThatThrownBy(() -> client.fetch(registry, DEADLINE)).isInstanceOf(IOException.class);
    }

    @Test
    void tellsOfEventsAndOfTheEnd() throws Exception {
        var changed = new CountDownLatch(1);
        var ended = new CountDownLatch(1);

        client.follow(registry, changed::countDown, ended::countDown);

        assertThat(changed.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
    }

    private String placement(String descriptor) throws Exception {
        body = "{\"kind\":\"placement\",\"id\":\"default\",\"body\":" + descriptor + ",\"version\":1}";
        return client.fetch(registry, DEADLINE).orElseThrow().toString();
    }
}
