package dev.quintet.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.RootKeyFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** The five services as a user meets them: one door, tokens of several people, and the script that starts and stops them. */
final class RunningSystem {
    static final ObjectMapper JSON = new ObjectMapper();

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    private final Path root;
    private final Path data;
    private final int portBase;
    private final Narrator narrator;
    private final Map<String, String> tokens = new LinkedHashMap<>();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    RunningSystem(Path root, Path data, int portBase, Narrator narrator) {
        this.root = root;
        this.data = data;
        this.portBase = portBase;
        this.narrator = narrator;
    }

    Path data() {
        return data;
    }

    /** Through the only public door. */
    String door(String path) {
        return "http://127.0.0.1:" + portBase + path;
    }

    /** A person with a token of the given scopes; the token also lies in a file, for the commands that are printed. */
    void introduce(String person, List<String> scopes, Caveat... narrower) throws IOException {
        Macaroon token = Macaroon.mint(
                        RootKeyFile.read(data.resolve("dev/root.key")).minting())
                .attenuate(new Caveat.ScopeIn(new LinkedHashSet<>(scopes)))
                .attenuate(new Caveat.Before(
                        Instant.now().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS)));
        for (Caveat caveat : narrower) {
            token = token.attenuate(caveat);
        }
        tokens.put(person, token.serialize());
        Path file = tokenFile(person);
        Files.createDirectories(file.getParent());
        Files.writeString(file, token.serialize() + "\n");
    }

    /** Prints the call, sends it as {@code person} (nobody when empty), and insists on one of the statuses. */
    HttpResponse<byte[]> call(String person, Call call, Integer... expected) {
        narrator.call(call.curl(person.isEmpty() ? "" : tokenFile(person).toString()));
        HttpResponse<byte[]> response = quietly(person, call);
        if (!List.of(expected).contains(response.statusCode())) {
            throw new DemoFailure("expected " + List.of(expected) + ", got " + response.statusCode() + ": "
                    + new String(response.body(), StandardCharsets.UTF_8));
        }
        return response;
    }

    JsonNode json(String person, Call call, Integer... expected) {
        return parse(call(person, call, expected));
    }

    /** The same without printing it, for the hundredth of a hundred. */
    HttpResponse<byte[]> quietly(String person, Call call) {
        var request = HttpRequest.newBuilder(URI.create(call.url()))
                .timeout(Duration.ofSeconds(10))
                .method(call.method(), call.body());
        call.headers().forEach(request::header);
        if (!person.isEmpty()) {
            request.header("Authorization", "Bearer " + tokens.get(person));
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new DemoFailure(call.method() + " " + call.url() + " failed: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoFailure("interrupted");
        }
    }

    /** Asks again until the answer satisfies, within half a minute; prints the call once. */
    JsonNode await(String person, Call call, String what, Predicate<JsonNode> satisfied) {
        narrator.call(call.curl(person.isEmpty() ? "" : tokenFile(person).toString()));
        long end = System.nanoTime() + PATIENCE.toNanos();
        String last = "nothing";
        while (System.nanoTime() < end) {
            HttpResponse<byte[]> response = quietly(person, call);
            last = response.statusCode() + " " + new String(response.body(), StandardCharsets.UTF_8);
            if (response.statusCode() == 200 && satisfied.test(parse(response))) {
                return parse(response);
            }
            pause();
        }
        throw new DemoFailure("waited " + PATIENCE.toSeconds() + " s for " + what + "; last answer: " + last);
    }

    /** Runs {@code ./quintet words…} with the terminal of this process; answers its exit status. */
    int script(String... words) {
        narrator.call("./quintet " + String.join(" ", words));
        var command = new ArrayList<>(List.of(root.resolve("quintet").toString()));
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("QUINTET_DATA", data.toString());
        builder.environment().put("QUINTET_PORT_BASE", Integer.toString(portBase));
        try {
            Process process = builder.start();
            try (var lines = process.inputReader()) {
                lines.lines().filter(line -> !line.isBlank()).forEach(narrator::answer);
            }
            return process.waitFor();
        } catch (IOException e) {
            throw new DemoFailure("./quintet " + words[0] + " could not be run: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoFailure("interrupted");
        }
    }

    long pid(String service) throws IOException {
        return Long.parseLong(pidFile(service).getFirst());
    }

    /** Whether the services run as native binaries, so that they come back as what they were. */
    boolean runsBinaries() {
        try {
            return pidFile("wallet").get(1).endsWith("-runner");
        } catch (IOException e) {
            throw new DemoFailure("the wallet is not running: " + e.getMessage());
        }
    }

    /** Written by {@code ./quintet up}: the pid, and what was started. */
    private List<String> pidFile(String service) throws IOException {
        return Files.readAllLines(data.resolve("run").resolve(service + ".pid"));
    }

    Path tokenFile(String person) {
        return data.resolve("demo").resolve(person + ".token");
    }

    static JsonNode parse(HttpResponse<byte[]> response) {
        try {
            return JSON.readTree(response.body());
        } catch (IOException e) {
            throw new DemoFailure("not JSON: " + e.getMessage());
        }
    }

    private static void pause() {
        LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
}
