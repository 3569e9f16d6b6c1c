package dev.quintet.storage.api;

import static dev.quintet.storage.api.Caller.address;
import static dev.quintet.storage.api.Caller.header;
import static dev.quintet.storage.api.Caller.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.flow.LanedChannel;
import dev.quintet.shared.metrics.MetricNames;
import dev.quintet.shared.testkit.RawHttp;
import dev.quintet.storage.domain.ObjectStore;
import dev.quintet.storage.pipeline.traffic.ObjectJob;
import dev.quintet.storage.pipeline.traffic.StreamPool;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One worker of each kind and a queue of one in each lane: what clients do to each other shows at once. */
@QuarkusTest
@TestProfile(RudeClientsResourceTest.Narrow.class)
@Timeout(120)
class RudeClientsResourceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** More than any socket buffers on the way. */
    private static final int LARGE = 24 * 1024 * 1024;

    private final Caller caller = Caller.withEveryScope();

    @Inject
    LanedChannel<ObjectJob> work;

    @Inject
    StreamPool streams;

    @Inject
    ObjectStore store;

    @Inject
    MeterRegistry meters;

    /** Deadlines out of the way, the write timeout near. */
    public static class Narrow extends StorageProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            var overrides = new HashMap<>(super.getConfigOverrides());
            overrides.putAll(Map.of(
                    "quintet.storage.channels.work", "2",
                    "quintet.storage.channels.streams", "1",
                    "quintet.storage.workers.get", "1",
                    "quintet.storage.workers.put", "1",
                    "quintet.storage.workers.stream", "1",
                    "quintet.http.deadline-max", "60s",
                    "quintet.http.read-timeout", "60s",
                    "quintet.http.write-timeout", "1s",
                    "quintet.danger-ok", "true"));
            return overrides;
        }
    }

    @AfterEach
    void nothingIsLeftBehind() {
        until(() -> streams.open() == 0 && work.depth() == 0 && inflight() == 0);
    }

    @Test
    void aFloodOfWritesIsRefusedExactlyAndReadsGoOn() {
        // Given
        String path = caller.stored(Caller.fresh(100));
        double before = busy("put");
        long taken = work.lane(1).taken();
        try (var first = halfPut()) {
            until(() -> work.lane(1).taken() == taken + 1);
            var second = halfPut();
            until(() -> work.lane(1).depth() == 1);

            // When
            var refused = caller.put(Caller.fresh(100));
            caller.put(Caller.fresh(100));
            caller.put(Caller.fresh(100));

            // Then
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(header(refused, "Retry-After")).isEqualTo("1");
            assertThat(text(refused)).contains("\"code\":\"BUSY\"", "\"retry_after\":1");
            assertThat(busy("put") - before).isEqualTo(3);
            assertThat(caller.get(path).statusCode()).isEqualTo(200);
            assertThat(first.text()).isEqualTo(second.text()).isEmpty();
            second.close();
        }
        until(() -> caller.put(Caller.fresh(100)).statusCode() == 201);
    }

    @Test
    void aClientThatVanishesInItsBodyLeavesNothing() {
        // Given
        byte[] content = Caller.fresh(400_000);

        // When
        try (var client = new RawHttp(Caller.base())) {
            client.send(putHead(address(content), content.length));
            client.send(Arrays.copyOf(content, 300_000));
        }

        // Then
        until(() -> inflight() == 0);
        assertThat(caller.get("/o/" + address(content)).statusCode()).isEqualTo(404);
        assertThat(caller.put(content).statusCode()).isEqualTo(201);
    }

    @Test
    void aBodyThatEndsEarlyIsNoObject() {
        // Given
        byte[] content = Caller.fresh(1_000);

        // When
        try (var client = new RawHttp(Caller.base())) {
            client.send("PUT /o/" + address(content) + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + caller.token()
                    + "\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n");
            client.send(Arrays.copyOf(content, 999));
        }

        // Then
        until(() -> inflight() == 0);
        assertThat(caller.get("/o/" + address(content)).statusCode()).isEqualTo(404);
    }

    @Test
    void aClientThatStopsReadingHoldsNoWorkerAndIsCutOff() {
        // Given
        String large = large();
        String small = caller.stored(Caller.fresh(1_000));

        // When
        try (var client = new RawHttp(Caller.base())) {
            client.send("GET " + large + " HTTP/1.1\r\nHost: x\r\n\r\n");
            until(() -> streams.open() == 1);

            // Then
            assertThat(caller.get(small).statusCode()).isEqualTo(200);
            assertThat(caller.get(large).statusCode()).isEqualTo(429);
            until(() -> streams.open() == 0);
        }
        assertThat(caller.get(large).body()).hasSize(LARGE);
    }

    @Test
    void aClientThatVanishesInItsAnswerLeavesNothing() {
        // Given
        String large = large();

        // When
        try (var client = new RawHttp(Caller.base())) {
            client.send("GET " + large + " HTTP/1.1\r\nHost: x\r\n\r\n");
            client.until("\r\n\r\n");
        }

        // Then
        until(() -> streams.open() == 0);
        assertThat(address(caller.get(large).body())).isEqualTo(large.substring("/o/".length()));
    }

    private String large() {
        byte[] content = new byte[LARGE];
        Arrays.fill(content, (byte) 7);
        store.put(content, "", Optional.empty());
        return "/o/" + address(content);
    }

    /** Enough of a body to occupy a worker, and not all of it. */
    private RawHttp halfPut() {
        var client = new RawHttp(Caller.base());
        byte[] content = Caller.fresh(1_000_000);
        client.send(putHead(address(content), content.length));
        client.send(Arrays.copyOf(content, 500_000));
        return client;
    }

    private String putHead(String address, int length) {
        return "PUT /o/" + address + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + caller.token()
                + "\r\nContent-Length: " + length + "\r\n\r\n";
    }

    private double busy(String endpoint) {
        return meters.counter(MetricNames.BUSY_REJECTIONS, MetricNames.ENDPOINT, endpoint)
                .count();
    }

    private int inflight() {
        return (int) meters.get(MetricNames.INFLIGHT_REQUESTS).gauge().value();
    }

    /** Listening to a silent connection is the pause between looks. */
    private void until(BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        try (var silent = new RawHttp(Caller.base())) {
            while (!condition.getAsBoolean()) {
                silent.listen(Duration.ofMillis(10));
                assertThat(System.nanoTime() - end)
                        .as(() -> "streams " + streams.open() + ", reads "
                                + work.lane(0).depth() + ", writes "
                                + work.lane(1).depth() + ", taken "
                                + work.lane(1).taken() + ", requests " + inflight())
                        .isNegative();
            }
        }
    }
}
