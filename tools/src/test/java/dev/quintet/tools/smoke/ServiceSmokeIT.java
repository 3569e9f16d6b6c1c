package dev.quintet.tools.smoke;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.shared.testkit.ServiceLauncher.Packaging;
import dev.quintet.shared.testkit.ServiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each packaged service as a black box. {@code ./quintet test} runs it on the jars; {@code ./quintet native} on the
 * binaries too, through {@code quintet.smoke.runtimes=jvm,native}.
 */
@Timeout(120)
class ServiceSmokeIT {
    /** Catches a service that fills memory at rest. The goal (64 MiB) is a figure of the startup benchmark, not a gate. */
    private static final long NATIVE_RSS_MIB_MAX = 160;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final SmokeTable TABLE = new SmokeTable();

    @TempDir
    static Path folder;

    /** One process per service and packaging serves all tests but the drain. */
    private static final Map<String, ServiceProcess> RUNNING = new HashMap<>();

    static Stream<Arguments> services() {
        List<Packaging> runtimes = list("quintet.smoke.runtimes", "jvm")
                .map(runtime -> Packaging.valueOf(runtime.toUpperCase(Locale.ROOT)))
                .toList();
        return list("quintet.smoke.services", "gateway,registry,storage,wallet,rewarder")
                .flatMap(service -> runtimes.stream().map(runtime -> Arguments.of(service, runtime)));
    }

    @AfterAll
    static void stopAndWriteTheTable() throws IOException {
        RUNNING.values().forEach(ServiceProcess::close);
        TABLE.write(Path.of(System.getProperty("quintet.root"), "tools", "target", "smoke.txt"));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("services")
    void answersOnItsAdminPortWithinItsMemory(String name, Packaging packaging) {
        // Given
        ServiceProcess service = running(name, packaging);

        // When
        var statuses = Stream.of("/healthz", "/readyz", "/readyz/read", "/metrics", "/version")
                .map(path -> path + " " + service.admin(path).statusCode())
                .toList();

        // Then
        assertThat(statuses).allMatch(status -> status.endsWith(" 200"));
        if (packaging == Packaging.NATIVE) {
            assertThat(TABLE.rssMib(name, packaging)).isLessThanOrEqualTo(NATIVE_RSS_MIB_MAX);
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("services")
    void refusesAnUnknownPathWithAProblem(String name, Packaging packaging) throws IOException {
        // Given
        ServiceProcess service = running(name, packaging);

        // When
        var response = service.get("/no/such/path");

        // Then
        assertProblem(response, 404, "NOT_FOUND");
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("services")
    void keepsTheAdminPathsOffThePublicPort(String name, Packaging packaging) {
        // Given
        ServiceProcess service = running(name, packaging);

        // When
        var statuses = Stream.of("/healthz", "/readyz", "/metrics", "/topology")
                .map(path -> service.get(path).statusCode())
                .toList();

        // Then
        assertThat(statuses).containsOnly(404);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("services")
    void reloadsOnHangup(String name, Packaging packaging) throws IOException {
        // Given
        ServiceProcess service = running(name, packaging);
        var before = service.send(twoKibibytes(name, service));

        // When
        Files.writeString(settings(name, packaging), "quintet.http.body-max=1K\n");
        service.hup();
        service.awaitLog("configuration reloaded by signal");

        // Then
        assertThat(before.statusCode()).isNotEqualTo(413);
        assertProblem(service.send(twoKibibytes(name, service)), 413, "BODY_CAP");
        assertThat(service.admin("/readyz").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("services")
    void drainsOnTermWithAReport(String name, Packaging packaging) {
        // Given
        try (var other = ServiceProcess.of(name)
                .on(packaging)
                .in(folder.resolve(name + "-" + packaging + "-drain"))
                .start()) {
            // When
            int status = other.term();

            // Then
            assertThat(status).as(other.log()).isEqualTo(143);
            assertThat(other.log()).contains("drain took_ms=");
        }
    }

    private static ServiceProcess running(String name, Packaging packaging) {
        return RUNNING.computeIfAbsent(name + "-" + packaging, key -> {
            write(settings(name, packaging));
            var process = ServiceProcess.of(name)
                    .on(packaging)
                    .in(folder.resolve(key))
                    .env("QUINTET_CONFIG_FILE", settings(name, packaging).toString())
                    .start();
            TABLE.record(name, packaging, process);
            return process;
        });
    }

    /** The file that the running process reads again at SIGHUP. */
    private static Path settings(String name, Packaging packaging) {
        return folder.resolve(name + "-" + packaging + ".properties");
    }

    private static void write(Path empty) {
        try {
            Files.writeString(empty, "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // The gateway knows its caps by route, so it must be one that exists.
    private static HttpRequest.Builder twoKibibytes(String name, ServiceProcess service) {
        return HttpRequest.newBuilder(service.url(name.equals("gateway") ? "/v1/issue" : "/no/such/path"))
                .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[2048]));
    }

    private static void assertProblem(HttpResponse<String> response, int status, String code) throws IOException {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type"))
                .get()
                .asString()
                .startsWith("application/problem+json");
        JsonNode problem = JSON.readTree(response.body());
        assertThat(problem.path("code").asText()).isEqualTo(code);
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("corr_id").asText()).isNotEmpty();
    }

    private static Stream<String> list(String property, String otherwise) {
        return Stream.of(System.getProperty(property, otherwise).split(",", -1));
    }
}
