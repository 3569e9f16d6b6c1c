package dev.quintet.tools.rewarder;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.RootKey;
import dev.quintet.shared.testkit.ServiceProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A settlement by transfers with the real wallet, while the rewarder is killed again and again, the wallet once, and somebody else
 * keeps using the account that pays. In the end every payee has been paid exactly once.
 */
@Timeout(300)
class SettlementCrashIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ROOT_KEY = "k1:" + "0123456789abcdef".repeat(4);
    private static final int PAYEES = 1_500;
    private static final int KILLS = 5;
    private static final long FUNDS = 1_000_000_000L;
    private static final long POOL = 10_000_019L;
    private static final String POLICY =
            "{\"weights\":{\"bytes_stored\":1000000,\"bytes_served\":0,\"uptime_seconds\":0,"
                    + "\"requests\":0},\"rounding\":\"largest_remainder\",\"funding\":{\"mode\":\"transfer\",\"from\":\"treasury\"}}";

    @TempDir
    Path folder;

    private final Random random = new Random();
    private long gifts;

    @Test
    void everyPayeeIsPaidOnceWhateverIsKilledInBetween() throws IOException {
        var registry = registry();
        var wallet = wallet();
        try {
            post(
                    wallet,
                    "/v1/issue",
                    "fund",
                    "{\"to\":\"treasury\",\"asset\":\"ron\",\"amount_minor\":\"" + FUNDS + "\"}");
            var rewarder = rewarder(registry, wallet);
            try {
                var accepted = post(rewarder, "/rewarder/epochs/e1/compute", "", snapshot());
                assertThat(accepted.path("epoch").asText()).isEqualTo("e1");
                for (int kill = 0; kill < KILLS; kill++) {
                    awaitProgress(rewarder, PAYEES * (kill + 1) / (KILLS + 2));
                    gift(wallet);
                    LockSupport.parkNanos(random.nextInt(30_000_000));
                    rewarder.kill9();
                    gift(wallet);
                    if (kill == 2) {
                        wallet.kill9();
                        wallet = wallet();
                    }
                    rewarder = rewarder(registry, wallet);
                }
                awaitProgress(rewarder, PAYEES);
                check(rewarder, wallet);
            } finally {
                rewarder.close();
            }
        } finally {
            wallet.close();
            registry.stop(0);
        }
    }

    private void check(ServiceProcess rewarder, ServiceProcess wallet) throws IOException {
        var status = get(rewarder, "/rewarder/epochs/e1");
        var settlement = status.path("settlement");
        assertThat(settlement.path("accepted").asInt()
                        + settlement.path("duplicate").asInt())
                .isEqualTo(PAYEES);
        Map<String, Long> owed = new HashMap<>();
        String after = "";
        do {
            var page = get(rewarder, "/rewarder/epochs/e1/payouts?limit=200&after=" + after);
            page.path("payouts")
                    .forEach(payout -> owed.put(
                            payout.path("account").asText(),
                            payout.path("amount_minor").asLong()));
            after = page.path("next").asText("");
        } while (!after.isEmpty());
        assertThat(owed).hasSize(PAYEES);
        assertThat(owed.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(POOL);
        // Conservation makes the sample enough: nobody can have too much unless somebody has too little.
        for (var payee : owed.entrySet()) {
            if (random.nextInt(10) == 0) {
                assertThat(balance(wallet, payee.getKey())).as(payee.getKey()).isEqualTo(payee.getValue());
            }
        }
        assertThat(balance(wallet, "treasury")).isEqualTo(FUNDS - POOL - gifts);
    }

    /** Somebody else spends from the same account, so that its nonces move under the settlement. */
    private void gift(ServiceProcess wallet) throws IOException {
        for (int attempt = 0; attempt < 50; attempt++) {
            long nonce = get(wallet, "/v1/balance?account=treasury&asset=ron")
                            .path("nonce")
                            .asLong()
                    + 1;
            var answer = post(
                    wallet,
                    "/v1/transfer",
                    "gift" + random.nextLong(Long.MAX_VALUE),
                    "{\"from\":\"treasury\",\"to\":\"somebody\",\"asset\":\"ron\",\"amount_minor\":\"1\",\"nonce\":"
                            + nonce + "}");
            if (answer.has("txid")) {
                gifts++;
                return;
            }
        }
        throw new AssertionError("the account is never free");
    }

    private static long balance(ServiceProcess wallet, String account) throws IOException {
        return get(wallet, "/v1/balance?account=" + account + "&asset=ron")
                .path("total_minor")
                .asLong();
    }

    private static void awaitProgress(ServiceProcess rewarder, int settled) throws IOException {
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (true) {
            var status = get(rewarder, "/rewarder/epochs/e1");
            var settlement = status.path("settlement");
            int done = settlement.path("accepted").asInt()
                    + settlement.path("duplicate").asInt();
            boolean over = settled < PAYEES || status.path("status").asText().equals("ok");
            if (done >= settled && over) {
                return;
            }
            assertThat(System.nanoTime()).as("%s", status).isLessThan(end);
            LockSupport.parkNanos(5_000_000);
        }
    }

    private static String snapshot() {
        var usage = new StringBuilder();
        for (int i = 0; i < PAYEES; i++) {
            usage.append(i == 0 ? "" : ",")
                    .append("{\"account\":\"acc_%05d\",\"bytes_stored\":%d,".formatted(i, 1 + i * 7 % 1000))
                    .append("\"bytes_served\":0,\"uptime_seconds\":0,\"requests\":0}");
        }
        return "{\"snapshot\":{\"epoch\":\"e1\",\"pool_minor\":\"" + POOL + "\",\"asset\":\"ron\",\"usage\":[" + usage
                + "]},\"policy\":{\"id\":\"fair\"}}";
    }

    private ServiceProcess wallet() {
        return ServiceProcess.of("wallet")
                .in(folder)
                .env("QUINTET_CAPABILITY_ROOT_KEY", ROOT_KEY)
                .start();
    }

    private ServiceProcess rewarder(HttpServer registry, ServiceProcess wallet) {
        return ServiceProcess.of("rewarder")
                .in(folder)
                .env("QUINTET_CAPABILITY_ROOT_KEY", ROOT_KEY)
                .env("QUINTET_REWARDER_SETTLEMENT_BATCH_MAX", "20")
                .env("QUINTET_REWARDER_SETTLEMENT_PAUSE", "200ms")
                .env("QUINTET_REWARDER_WALLET_URL", wallet.url("").toString())
                .env(
                        "QUINTET_REWARDER_REGISTRY_URL",
                        "http://127.0.0.1:" + registry.getAddress().getPort())
                .start();
    }

    private static HttpServer registry() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/registry/descriptors/policy/fair", exchange -> {
            byte[] body = ("{\"kind\":\"policy\",\"id\":\"fair\",\"version\":2,\"at\":2,\"body\":" + POLICY + "}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static JsonNode post(ServiceProcess service, String path, String key, String body) throws IOException {
        var request = request(service, path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
        if (!key.isEmpty()) {
            request.header("Idempotency-Key", key);
        }
        return JSON.readTree(service.send(request).body());
    }

    private static JsonNode get(ServiceProcess service, String path) throws IOException {
        return JSON.readTree(service.send(request(service, path).GET()).body());
    }

    private static HttpRequest.Builder request(ServiceProcess service, String path) {
        String token = Macaroon.mint(RootKey.parse(ROOT_KEY))
                .attenuate(
                        Caveat.parse("scope in wallet:read,wallet:issue,wallet:transfer,rewarder:run,rewarder:inspect"))
                .serialize();
        return HttpRequest.newBuilder(service.url(path)).header("Authorization", "Bearer " + token);
    }
}
