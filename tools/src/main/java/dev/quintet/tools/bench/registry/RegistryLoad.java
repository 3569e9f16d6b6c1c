package dev.quintet.tools.bench.registry;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.RootKey;
import dev.quintet.shared.testkit.ServiceProcess;
import dev.quintet.tools.governance.RegistryClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One round with a registry of its own, started as a process on an empty folder. */
final class RegistryLoad {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ALONE = 300;
    private static final int MANY = 4_000;
    private static final int CALLERS = 64;

    private final Path folder;

    RegistryLoad(Path folder) {
        this.folder = folder;
    }

    Map<String, Double> measure() throws IOException, InterruptedException {
        Path run = Files.createTempDirectory(Files.createDirectories(folder), "registry-bench");
        try (var service = ServiceProcess.of("registry").in(run).start()) {
            String base = service.url("").toString();
            var http = new HttpLoad(base, token(run.resolve("dev/root.key")));
            commits(http, "warm", MANY, CALLERS);
            var figures = new LinkedHashMap<String, Double>();
            figures.put("durable writes, 1 client, /s", commits(http, "one", ALONE, 1));
            figures.put("durable writes, 64 clients, /s", commits(http, "many", MANY, CALLERS));
            figures.put("contended head, 64 writers, /s", commits(http, "head", MANY, CALLERS));
            figures.put("propose, two approvals, commit, 64 clients, /s", cycles(http));
            figures.put(
                    "head reads, 64 clients, /s", HttpLoad.rate(CALLERS, 4 * MANY, _ -> http.get("/registry/head")));
            figures.put("acknowledged to provable, p99, ms", provable(http));
            return figures;
        }
    }

    /** Approved beforehand; only the commits are timed. */
    private static double commits(HttpLoad http, String prefix, int count, int callers) throws InterruptedException {
        String[] ids = new String[count];
        HttpLoad.rate(CALLERS, count, i -> ids[i] = approved(http, prefix + i));
        return HttpLoad.rate(callers, count, i -> http.post("/registry/commit/" + ids[i], ""));
    }

    private static double cycles(HttpLoad http) throws InterruptedException {
        return HttpLoad.rate(CALLERS, MANY / 2, i -> http.post("/registry/commit/" + approved(http, "cycle" + i), ""));
    }

    /** From the answer to the commit until an inclusion proof for it has arrived. */
    private static double provable(HttpLoad http) {
        double[] millis = new double[ALONE];
        for (int i = 0; i < ALONE; i++) {
            String id = approved(http, "proof" + i);
            long version = number(http.post("/registry/commit/" + id, ""), "version");
            long start = System.nanoTime();
            http.get("/registry/proofs/inclusion?version=" + version);
            millis[i] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(millis);
        return millis[ALONE * 99 / 100];
    }

    private static String approved(HttpLoad http, String descriptor) {
        String proposed = http.post(
                "/registry/proposals",
                "{\"payload\":{\"put\":[{\"kind\":\"service\",\"id\":\"" + descriptor
                        + "\",\"body\":{\"url\":\"http://10.0.0.1:8080\"}}]}}");
        String id = text(proposed, "proposal_id");
        String input = text(proposed, "signing_input");
        for (String name : List.of("alpha", "beta")) {
            byte[] seed = Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), 32);
            http.post(
                    "/registry/approvals/" + id,
                    "{\"signer_id\":\"org:" + name + "#key1\",\"algo\":\"ed25519\",\"sig\":\""
                            + RegistryClient.sign(seed, input) + "\",\"signed_at\":\"" + Instant.EPOCH + "\"}");
        }
        return id;
    }

    private static String token(Path rootKey) throws IOException {
        return Macaroon.mint(RootKey.parse(Files.readString(rootKey).trim()))
                .attenuate(Caveat.parse("scope in registry:propose,registry:approve,registry:commit"))
                .serialize();
    }

    private static String text(String json, String member) {
        try {
            return JSON.readTree(json).path(member).asText();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long number(String json, String member) {
        return Long.parseLong(text(json, member));
    }
}
