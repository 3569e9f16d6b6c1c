package dev.quintet.tools.bench.registry;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** One round with an etcd of its own: puts, and a race of 64 for the revision of one key. */
final class EtcdLoad {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ALONE = 300;
    private static final int MANY = 4_000;
    private static final int RACE = 200;
    private static final int CALLERS = 64;
    private static final int PORT = 22_379;
    private static final String VALUE = base64("{\"url\":\"http://10.0.0.1:8080\"}");

    private final Path folder;

    EtcdLoad(Path folder) {
        this.folder = folder;
    }

    Map<String, Double> measure() throws IOException, InterruptedException {
        Path run = Files.createTempDirectory(Files.createDirectories(folder), "etcd-bench");
        String client = "http://127.0.0.1:" + PORT;
        String peer = "http://127.0.0.1:" + (PORT + 1);
        var process = new ProcessBuilder(
                        "etcd",
                        "--data-dir",
                        run.toString(),
                        "--listen-client-urls",
                        client,
                        "--advertise-client-urls",
                        client,
                        "--listen-peer-urls",
                        peer,
                        "--initial-advertise-peer-urls",
                        peer,
                        "--initial-cluster",
                        "default=" + peer,
                        "--log-level",
                        "error")
                .redirectErrorStream(true)
                .redirectOutput(run.resolve("etcd.log").toFile())
                .start();
        try {
            var http = new HttpLoad(client, null);
            awaitReady(http, process);
            HttpLoad.rate(CALLERS, MANY, i -> put(http, "warm" + i));
            var figures = new LinkedHashMap<String, Double>();
            figures.put("durable writes, 1 client, /s", HttpLoad.rate(1, ALONE, i -> put(http, "one" + i)));
            figures.put("durable writes, 64 clients, /s", HttpLoad.rate(CALLERS, MANY, i -> put(http, "many" + i)));
            put(http, "head");
            figures.put("contended head, 64 writers, /s", HttpLoad.rate(CALLERS, RACE, _ -> swap(http)));
            return figures;
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    private static void put(HttpLoad http, String key) {
        http.post("/v3/kv/put", "{\"key\":\"" + base64(key) + "\",\"value\":\"" + VALUE + "\"}");
    }

    /** Reads the key's revision and writes if it is still that, until it was. */
    private static void swap(HttpLoad http) {
        String key = base64("head");
        boolean done = false;
        while (!done) {
            try {
                String revision = JSON.readTree(http.post("/v3/kv/range", "{\"key\":\"" + key + "\"}"))
                        .at("/kvs/0/mod_revision")
                        .asText();
                done = JSON.readTree(http.post(
                                "/v3/kv/txn",
                                "{\"compare\":[{\"key\":\"" + key
                                        + "\",\"target\":\"MOD\",\"result\":\"EQUAL\",\"mod_revision\":\""
                                        + revision + "\"}],\"success\":[{\"request_put\":{\"key\":\"" + key
                                        + "\",\"value\":\"" + VALUE + "\"}}]}"))
                        .path("succeeded")
                        .asBoolean();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void awaitReady(HttpLoad http, Process process) throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            try {
                put(http, "ready");
                return;
            } catch (IllegalStateException e) {
                if (process.waitFor(100, java.util.concurrent.TimeUnit.MILLISECONDS)) {
                    throw new IllegalStateException("etcd ended", e);
                }
            }
        }
        throw new IllegalStateException("etcd does not answer");
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
