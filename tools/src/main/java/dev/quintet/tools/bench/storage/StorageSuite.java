package dev.quintet.tools.bench.storage;

import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.RootKeyFile;
import dev.quintet.shared.testkit.ServiceProcess;
import dev.quintet.tools.bench.Contestant;
import dev.quintet.tools.bench.Packages;
import dev.quintet.tools.bench.Suite;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Objects over HTTP: durable writes and verified reads, beside nginx, which does neither. */
public final class StorageSuite implements Suite {
    private static final int SMALL = 64 << 10;
    private static final int LARGE = 16 << 20;
    private static final int PIECE = 1 << 20;
    private static final int CLIENTS = 16;
    private static final int STREAMS = 4;
    private static final double MIB = 1024.0 * 1024;

    private final Path folder;
    private final Duration time;

    public StorageSuite(Path folder, Duration time) {
        this.folder = folder;
        this.time = time;
    }

    @Override
    public String name() {
        return "storage";
    }

    @Override
    public String question() {
        return "Objects over HTTP/1.1, client and server on the same machine, one closed-loop client program for all: POST of"
                + " new 64 KiB objects (ours durable on 2 of 3 volumes before the answer; nginx WebDAV without any sync) and"
                + " GET (ours verified against the address; nginx static files with sendfile off).";
    }

    @Override
    public List<String> goals() {
        return List.of("GET 64 KiB at least 0.6× and 16 MiB at least 0.8× of nginx.");
    }

    @Override
    public boolean durable() {
        return true;
    }

    @Override
    public List<Contestant> contestants(Consumer<String> say) throws IOException, InterruptedException {
        var contestants = new ArrayList<Contestant>();
        contestants.add(new Contestant("storage (JVM)", this::ours));
        if (Packages.ensure("nginx", "nginx-light", say)) {
            contestants.add(new Contestant("nginx", this::nginx));
        }
        return contestants;
    }

    private Map<String, Double> ours() throws IOException, InterruptedException {
        Path run = Files.createTempDirectory(Files.createDirectories(folder), "storage");
        try (var storage = ServiceProcess.of("storage").in(run).start();
                var client = HttpClient.newHttpClient()) {
            String token = Macaroon.mint(
                            RootKeyFile.read(run.resolve("dev/root.key")).minting())
                    .attenuate(Caveat.parse("scope in storage:write"))
                    .serialize();
            String authorization = "Authorization: Bearer " + token + "\r\n";
            var api = new Api(client, storage, token);
            String small = location(api.send("POST", "/o", random(SMALL)));
            String large = upload(api);
            var figures = measure(storage.url("/"), new Paths("POST", _ -> "/o", authorization, small, large));
            long before = storage.rssBytes();
            new HttpLoad(storage.url("/"), 1).run(time.multipliedBy(2), get(large));
            figures.put(
                    "resident growth while 16 MiB objects stream, MiB", (double) (storage.rssBytes() - before) / MIB);
            return figures;
        } finally {
            delete(run);
        }
    }

    private Map<String, Double> nginx() throws IOException, InterruptedException {
        Path run = Files.createTempDirectory(Files.createDirectories(folder), "nginx");
        try (var nginx = NginxPeer.start(run)) {
            Files.write(nginx.files().resolve("small"), random(SMALL));
            Files.write(nginx.files().resolve("large"), random(LARGE));
            return measure(nginx.base(), new Paths("PUT", name -> "/new/" + name, "", "/small", "/large"));
        } finally {
            delete(run);
        }
    }

    /** What is asked of one server. */
    private record Paths(String method, UnaryOperator<String> target, String headers, String small, String large) {}

    private Map<String, Double> measure(URI base, Paths paths) throws InterruptedException {
        var writers = new HttpLoad(base, CLIENTS);
        byte[] template = random(SMALL);
        HttpLoad.Requests puts = (id, number) -> {
            byte[] body = template.clone();
            ByteBuffer.wrap(body).putLong(System.nanoTime()).putInt(id).putLong(number);
            String path = paths.target().apply(id + "-" + number + "-" + System.nanoTime());
            return HttpLoad.request(paths.method() + " " + path + " HTTP/1.1\r\nHost: x\r\n" + paths.headers(), body);
        };
        writers.run(time, puts); // Warm-up, as below.
        var figures = new LinkedHashMap<String, Double>();
        figures.put("64 KiB written, 16 clients, objects/s", writers.run(time, puts));
        var readers = new HttpLoad(base, CLIENTS);
        readers.run(time, get(paths.small()));
        figures.put("64 KiB read, 16 clients, objects/s", readers.run(time, get(paths.small())));
        var streams = new HttpLoad(base, STREAMS);
        streams.run(time, get(paths.large()));
        figures.put("16 MiB read, 4 clients, MiB/s", streams.run(time, get(paths.large())) * LARGE / MIB);
        return figures;
    }

    private static HttpLoad.Requests get(String path) {
        byte[] request = ("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        return (_, _) -> request;
    }

    private static String upload(Api api) throws IOException, InterruptedException {
        byte[] content = random(LARGE);
        String upload = location(api.send("POST", "/uploads", new byte[0], "Upload-Length", Integer.toString(LARGE)));
        String object = "";
        for (int at = 0; at < LARGE; at += PIECE) {
            byte[] piece = Arrays.copyOfRange(content, at, at + PIECE);
            String type = "application/offset+octet-stream";
            object = api.send("PATCH", upload, piece, "Upload-Offset", Integer.toString(at), "Content-Type", type)
                    .headers()
                    .firstValue("Content-Location")
                    .orElse("");
        }
        return object;
    }

    /** For what is sent once, before the measurement. */
    private record Api(HttpClient client, ServiceProcess storage, String token) {
        HttpResponse<Void> send(String method, String path, byte[] body, String... headers)
                throws IOException, InterruptedException {
            var request = HttpRequest.newBuilder(storage.url(path))
                    .header("Authorization", "Bearer " + token)
                    .header("Tus-Resumable", "1.0.0")
                    .method(method, BodyPublishers.ofByteArray(body));
            if (headers.length > 0) {
                request.headers(headers);
            }
            var answer = client.send(request.build(), BodyHandlers.discarding());
            if (answer.statusCode() / 100 != 2) {
                throw new IOException(method + " " + path + " was answered " + answer.statusCode());
            }
            return answer;
        }
    }

    private static String location(HttpResponse<?> answer) {
        return answer.headers().firstValue("Location").orElseThrow();
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random().nextBytes(bytes);
        return bytes;
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
