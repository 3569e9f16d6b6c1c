package dev.quintet.shared.lifecycle;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The packaged test application as a process. */
final class PhasesProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private final Process process;
    private final Path log;
    private final int port;
    private final int adminPort;

    PhasesProcess(Path jar, Path folder, String... properties) throws IOException {
        try (var http = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var admin = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = http.getLocalPort();
            adminPort = admin.getLocalPort();
        }
        log = folder.resolve("phases.log");
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Dquarkus.http.port=" + port, "-Dquarkus.management.port=" + adminPort));
        command.addAll(List.of("-Dquarkus.http.host=127.0.0.1", "-Dquarkus.management.host=127.0.0.1"));
        command.add("-Dquarkus.profile=local");
        command.add("-Dquintet.data-dir=" + folder);
        command.addAll(List.of(properties));
        command.addAll(List.of("-jar", jar.toString()));
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    CompletableFuture<String> ask(String path) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(PATIENCE_SECONDS))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).thenApply(HttpResponse::body);
    }

    /** The lines of a stream that stays open. */
    CompletableFuture<Stream<String>> stream(String path) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofLines()).thenApply(HttpResponse::body);
    }

    /** The status on the admin port, zero when nobody listens. */
    int admin(String path) throws InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adminPort + path))
                .timeout(Duration.ofSeconds(2))
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return 0;
        }
    }

    void awaitAdmin(String path, int status) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (admin(path) != status) {
            // The process is what this waits on, so that its death ends the wait.
            if (process.waitFor(5, TimeUnit.MILLISECONDS) || System.nanoTime() > end) {
                throw new AssertionError(path + " never answered " + status + "; log:\n" + log());
            }
        }
    }

    /** Waits until the channel has handed out and holds this much, see {@code PhasesResource.progress}. */
    void awaitProgress(String progress) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!ask("/phases/progress").get(PATIENCE_SECONDS, TimeUnit.SECONDS).equals(progress)) {
            if (process.waitFor(5, TimeUnit.MILLISECONDS) || System.nanoTime() > end) {
                throw new AssertionError("never at " + progress + "; log:\n" + log());
            }
        }
    }

    void terminate() {
        process.destroy();
    }

    int awaitExit() throws Exception {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("still running; log:\n" + log());
        }
        return process.exitValue();
    }

    String log() throws IOException {
        return Files.readString(log);
    }

    @Override
    public void close() {
        process.destroyForcibly();
        client.shutdownNow();
    }
}
