package dev.quintet.shared.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A packaged service as its users meet it: a real process with its own ports and data folder, talked to over HTTP and
 * signals. It is ready when {@link ServiceLauncher#start()} returns it, and gone after {@link #close()} or when the test JVM ends.
 */
public final class ServiceProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    private final String name;
    private final Process process;
    private final Path log;
    private final int port;
    private final int adminPort;
    private final long startedNanos;
    private final Thread reaper;
    private Duration firstAnswer = Duration.ZERO;

    ServiceProcess(String name, Process process, Path log, int[] ports, long startedNanos) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.port = ports[0];
        this.adminPort = ports[1];
        this.startedNanos = startedNanos;
        this.reaper = new Thread(process::destroyForcibly, "service-process-reaper");
        // Children outlive a test JVM that is stopped in the middle; nothing may be left on a developer's machine.
        Runtime.getRuntime().addShutdownHook(reaper);
    }

    /** Begins the description of a process of the service with this name, for instance {@code wallet}. */
    public static ServiceLauncher of(String service) {
        return new ServiceLauncher(service);
    }

    void awaitReady() {
        await("first answer", () -> statusOrNone("/healthz").isPresent());
        firstAnswer = Duration.ofNanos(System.nanoTime() - startedNanos);
        await("readiness", () -> statusOrNone("/readyz").equals(Optional.of(200)));
    }

    public URI url(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    public URI adminUrl(String path) {
        return URI.create("http://127.0.0.1:" + adminPort + path);
    }

    public HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(url(path)).GET());
    }

    public HttpResponse<String> admin(String path) {
        return send(HttpRequest.newBuilder(adminUrl(path)).GET());
    }

    public HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.timeout(Duration.ofSeconds(10)).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(name + " did not answer; its log:\n" + log(), e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** From the start of the process to its first HTTP answer, as a client on the same machine sees it. */
    public Duration timeToFirstAnswer() {
        return firstAnswer;
    }

    /** Resident memory, as the kernel counts it. */
    public long rssBytes() {
        try {
            String status = Files.readString(Path.of("/proc/" + process.pid() + "/status"));
            String kib = status.lines()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .findFirst()
                    .orElseThrow()
                    .replaceAll("[^0-9]", "");
            return Long.parseLong(kib) * 1024;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public long pid() {
        return process.pid();
    }

    public boolean alive() {
        return process.isAlive();
    }

    /** Everything the process has written so far. */
    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the log contains the text; fails with the log when the process ends before that. */
    public void awaitLog(String text) {
        await("'" + text + "' in the log", () -> log().contains(text));
    }

    /** Asks for a reload and returns at once. */
    public void hup() {
        signal("HUP");
    }

    /** Asks for a drain, waits for the end, and returns the exit status. */
    public int term() {
        process.destroy();
        return awaitExit();
    }

    /** Asks for a drain and returns at once, for tests that watch it. */
    public void beginTerm() {
        process.destroy();
    }

    /** The power cut: no drain, no hook, no flush. */
    public void kill9() {
        process.destroyForcibly();
        awaitExit();
    }

    public int awaitExit() {
        try {
            if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError(name + " is still running after " + PATIENCE + "; its log:\n" + log());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(reaper);
        process.destroyForcibly();
        awaitExit();
    }

    private void signal(String signal) {
        try {
            int exit = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new AssertionError(name + " is not there to receive SIG" + signal);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private Optional<Integer> statusOrNone(String path) {
        try {
            var request = HttpRequest.newBuilder(adminUrl(path)).timeout(Duration.ofSeconds(2));
            return Optional.of(CLIENT.send(request.build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode());
        } catch (IOException e) {
            return Optional.empty(); // Nobody listens yet.
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    // Waiting on the process itself instead of sleeping: its death ends the wait at once.
    private void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (!condition.getAsBoolean()) {
                if (process.waitFor(2, TimeUnit.MILLISECONDS) && !condition.getAsBoolean()) {
                    throw new AssertionError(name + " ended with status " + process.exitValue() + " before " + what
                            + "; its log:\n" + log());
                }
                if (System.nanoTime() > end) {
                    throw new AssertionError(
                            "no " + what + " of " + name + " within " + PATIENCE + "; its log:\n" + log());
                }
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while waiting for a service process", e);
    }
}
