package dev.quintet.tools.bench.registry;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** The client that all contestants get: the JDK's, one virtual thread and one connection per caller. */
final class HttpLoad {
    private final String base;
    private final @Nullable String token;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    HttpLoad(String base, @Nullable String token) {
        this.base = base;
        this.token = token;
    }

    /** The body of an answer that is not an error. */
    String post(String path, String body) {
        var request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(Duration.ofSeconds(10))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        return send(token == null ? request : request.header("Authorization", "Bearer " + token));
    }

    String get(String path) {
        return send(HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofSeconds(10)));
    }

    /** Calls {@code work} with 0 … count-1 from so many callers at a time; answers calls per second. */
    static double rate(int callers, int count, IntConsumer work) throws InterruptedException {
        var next = new AtomicInteger();
        var failure = new AtomicReference<@Nullable RuntimeException>();
        List<Thread> threads = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < callers; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    for (int job = next.getAndIncrement(); job < count; job = next.getAndIncrement()) {
                        work.accept(job);
                    }
                } catch (RuntimeException e) {
                    failure.set(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        var failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        return count * 1e9 / (System.nanoTime() - start);
    }

    private String send(HttpRequest.Builder request) {
        try {
            var response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() >= 300) {
                throw new IllegalStateException(response.statusCode() + " " + response.body());
            }
            return response.body();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
