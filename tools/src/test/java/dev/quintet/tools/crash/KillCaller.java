package dev.quintet.tools.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.RootKey;
import dev.quintet.shared.testkit.ServiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** One caller with an account of its own and a memory of everything it sent: what was answered, and what was not. */
final class KillCaller {
    static final String ROOT_KEY = "k1:" + "0123456789abcdef".repeat(4);
    static final String SINK = "sink";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BATCH = 7;

    private record Request(String path, String key, String body, boolean issue, long amount, int transfers) {}

    private final String account;
    private final String token;
    private final List<Request> answered = new ArrayList<>();
    private final List<String> receipts = new ArrayList<>();
    private final AtomicLong acknowledged = new AtomicLong();
    private long transfers;
    private long issued;
    private long paid;
    private int number;
    private Request open = new Request("", "", "", false, 0, 0);

    KillCaller(String account) {
        this.account = account;
        this.token = Macaroon.mint(RootKey.parse(ROOT_KEY))
                .attenuate(Caveat.parse("scope in wallet:read,wallet:issue,wallet:transfer"))
                .serialize();
    }

    String account() {
        return account;
    }

    long acknowledged() {
        return acknowledged.get();
    }

    long transfers() {
        return transfers;
    }

    long issued() {
        return issued;
    }

    long paid() {
        return paid;
    }

    /** Sends one request after the other until told to stop or until nobody answers; then one stays open. */
    void work(ServiceProcess wallet, BooleanSupplier more) {
        while (more.getAsBoolean()) {
            open = next();
            try {
                var answer = send(wallet, open);
                if (answer.statusCode() != 200) {
                    throw new AssertionError(answer.statusCode() + " " + answer.body());
                }
                settle(answer.body());
            } catch (UncheckedIOException e) {
                return; // Killed: whether the open one happened is what the restart will tell.
            }
        }
    }

    /** After a restart: the open request has one effect, and everything answered before is still answered the same. */
    void settleAndCheck(ServiceProcess wallet) throws IOException {
        JsonNode before = balance(wallet, account);
        long nonce = before.path("nonce").asLong();
        assertThat(nonce)
                .as("%s: all of the open request or nothing", account)
                .isIn(transfers, transfers + open.transfers());
        if (!open.path().isEmpty()) {
            boolean happened = open.issue() ? committed(wallet, open) : nonce != transfers;
            var answer = send(wallet, open);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            if (open.transfers() == 1 || open.issue()) {
                assertThat(answer.headers().firstValue("Idempotent-Replay").isPresent())
                        .as("%s %s", open.key(), happened)
                        .isEqualTo(happened);
            }
            settle(answer.body());
        }
        // All of the last ones, and a sample of those before.
        for (int i = 0; i < answered.size(); i += i > answered.size() - 40 ? 1 : 17) {
            assertThat(send(wallet, answered.get(i)).body())
                    .as("receipt %d of %s", i, account)
                    .isEqualTo(receipts.get(i).replace("\"replay\":false", "\"replay\":true"));
        }
    }

    JsonNode balance(ServiceProcess wallet, String whose) throws IOException {
        return JSON.readTree(
                get(wallet, "/v1/balance?account=" + whose + "&asset=ron").body());
    }

    private boolean committed(ServiceProcess wallet, Request request) throws IOException {
        var found = JSON.readTree(
                get(wallet, "/v1/requests/" + request.key() + "?asset=ron").body());
        assertThat(found.path("status").asText()).isIn("committed", "not_found");
        return found.path("status").asText().equals("committed");
    }

    private void settle(String body) {
        answered.add(open);
        receipts.add(body);
        transfers += open.transfers();
        issued += open.issue() ? open.amount() : 0;
        paid += open.issue() ? 0 : open.amount();
        acknowledged.addAndGet(Math.max(1, open.transfers()));
        open = new Request("", "", "", false, 0, 0);
    }

    /** Funds, then single transfers, then atomic batches of them, in turn. */
    private Request next() {
        String key = account + "-" + ++number;
        if (number % 10 == 1) {
            String body = "{\"to\":\"" + account + "\",\"asset\":\"ron\",\"amount_minor\":\"1000000\"}";
            return new Request("/v1/issue", key, body, true, 1_000_000, 0);
        }
        if (number % 10 != 5) {
            return new Request("/v1/transfer", key, "{" + transfer(1) + "}", false, transfers + 1, 1);
        }
        var operations = new ArrayList<String>();
        long sum = 0;
        for (int i = 1; i <= BATCH; i++) {
            operations.add("{\"op\":\"transfer\",\"idempotency_key\":\"" + key + "-" + i + "\"," + transfer(i) + "}");
            sum += transfers + i;
        }
        String body = "{\"operations\":[" + String.join(",", operations) + "],\"atomic\":true}";
        return new Request("/v1/batch", key, body, false, sum, BATCH);
    }

    private String transfer(int ahead) {
        long nonce = transfers + ahead;
        return "\"from\":\"%s\",\"to\":\"%s\",\"asset\":\"ron\",\"amount_minor\":\"%d\",\"nonce\":%d"
                .formatted(account, SINK, nonce, nonce);
    }

    private HttpResponse<String> send(ServiceProcess wallet, Request request) {
        return wallet.send(HttpRequest.newBuilder(wallet.url(request.path()))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", request.key())
                .POST(BodyPublishers.ofString(request.body())));
    }

    private HttpResponse<String> get(ServiceProcess wallet, String path) {
        return wallet.send(HttpRequest.newBuilder(wallet.url(path))
                .header("Authorization", "Bearer " + token)
                .GET());
    }
}
