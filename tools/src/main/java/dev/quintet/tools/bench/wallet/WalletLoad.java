package dev.quintet.tools.bench.wallet;

import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.RootKey;
import dev.quintet.shared.testkit.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Drives a running wallet. Every client debits an account of its own, so that its nonces are its own business. */
final class WalletLoad {
    static final String ROOT_KEY = "k1:" + "0123456789abcdef".repeat(4);
    static final int ACCOUNTS = 10_000;

    private static final int BATCH = 1_000;
    private static final String FUNDS = "100000000000000000000";
    private static final AtomicInteger RUNS = new AtomicInteger();

    private final URI base;
    private final long turnNanos;
    private final String token = Macaroon.mint(RootKey.parse(ROOT_KEY))
            .attenuate(Caveat.parse("scope in wallet:read,wallet:issue,wallet:transfer"))
            .serialize();

    WalletLoad(ServiceProcess wallet, Duration turn) {
        this.base = wallet.url("");
        this.turnNanos = turn.toNanos();
    }

    /** What all clients together saw: accepted requests per second, and how long the refused ones took. */
    record Outcome(double accepted, double refused, Latencies refusals) {}

    private interface Step {
        int once(HttpConnection connection, long number) throws IOException;
    }

    private interface Client {
        Step start(HttpConnection connection, int number) throws IOException;
    }

    /** One transfer per request; everybody pays the same account, or anyone of ten thousand. */
    Outcome transfers(int clients, boolean hot) {
        String run = "r" + RUNS.incrementAndGet();
        return run(clients, (funding, client) -> {
            String from = fund(funding, run + "-" + client);
            var random = new SplittableRandom(client);
            return (connection, nonce) -> {
                String to = hot ? "hot" : "acc" + random.nextInt(ACCOUNTS);
                return connection.post("/v1/transfer", from + "-" + nonce, "{" + transfer(from, to, nonce) + "}");
            };
        });
    }

    /** Transfers per second in requests of a thousand. */
    double batches(int clients) {
        String run = "b" + RUNS.incrementAndGet();
        return BATCH
                * run(clients, (funding, client) -> {
                            String from = fund(funding, run + "-" + client);
                            var random = new SplittableRandom(client);
                            return (connection, number) ->
                                    connection.post("/v1/batch", from + "-b" + number, batch(from, number, random));
                        })
                        .accepted();
    }

    /** One key each, sent again and again. */
    double replays(int clients) {
        String run = "p" + RUNS.incrementAndGet();
        return run(clients, (funding, client) -> {
                    String from = fund(funding, run + "-" + client);
                    return (connection, _) ->
                            connection.post("/v1/transfer", from + "-1", "{" + transfer(from, "hot", 1) + "}");
                })
                .accepted();
    }

    /** The 99th percentile of balance reads by one reader while 64 clients write as fast as they can. */
    double readsUnderLoad() {
        var writers = CompletableFuture.supplyAsync(
                () -> transfers(64, false), task -> Thread.ofPlatform().start(task));
        var reads = new Latencies();
        run(1, (_, _) -> (connection, number) -> {
            long start = System.nanoTime();
            int status = connection.get("/v1/balance?account=acc" + number % ACCOUNTS + "&asset=ron");
            reads.add(System.nanoTime() - start);
            return status;
        });
        writers.join();
        return reads.p99Millis();
    }

    private String fund(HttpConnection connection, String account) throws IOException {
        String body = "{\"to\":\"" + account + "\",\"asset\":\"ron\",\"amount_minor\":\"" + FUNDS + "\"}";
        int status = connection.post("/v1/issue", account, body);
        // Under overload funding is refused like everything else.
        for (int tries = 0; tries < 10_000 && (status == 429 || status == 503); tries++) {
            status = connection.post("/v1/issue", account, body);
        }
        if (status != 200) {
            throw new IOException("funding failed: " + status + " " + connection.body());
        }
        return account;
    }

    private static String batch(String from, long number, SplittableRandom random) {
        var body = new StringBuilder(200 * BATCH).append("{\"atomic\":false,\"operations\":[");
        for (int i = 1; i <= BATCH; i++) {
            long nonce = (number - 1) * BATCH + i;
            body.append(i == 1 ? "" : ",")
                    .append("{\"op\":\"transfer\",\"idempotency_key\":\"")
                    .append(from)
                    .append('-')
                    .append(nonce)
                    .append("\",")
                    .append(transfer(from, "acc" + random.nextInt(ACCOUNTS), nonce))
                    .append('}');
        }
        return body.append("]}").toString();
    }

    private static String transfer(String from, String to, long nonce) {
        return "\"from\":\"" + from + "\",\"to\":\"" + to + "\",\"asset\":\"ron\",\"amount_minor\":\"1\",\"nonce\":"
                + nonce;
    }

    private Outcome run(int clients, Client client) {
        var ready = new CountDownLatch(clients);
        var threads = new ArrayList<CompletableFuture<Outcome>>();
        for (int i = 0; i < clients; i++) {
            int number = i;
            threads.add(CompletableFuture.supplyAsync(
                    () -> one(client, number, ready), task -> Thread.ofVirtual().start(task)));
        }
        List<Outcome> outcomes = threads.stream().map(CompletableFuture::join).toList();
        var refusals = new Latencies();
        outcomes.forEach(outcome -> refusals.addAll(outcome.refusals()));
        return new Outcome(
                outcomes.stream().mapToDouble(Outcome::accepted).sum(),
                outcomes.stream().mapToDouble(Outcome::refused).sum(),
                refusals);
    }

    /** Starts when all are ready, counts after a quarter of a turn; what is refused is tried again. */
    private Outcome one(Client client, int clientNumber, CountDownLatch ready) {
        try (var connection = new HttpConnection(base, token)) {
            Step step = prepared(client, clientNumber, connection, ready);
            long warm = System.nanoTime() + turnNanos / 4;
            long accepted = 0;
            var refusals = new Latencies();
            long number = 1;
            long now = System.nanoTime();
            while (now < warm + turnNanos) {
                int status = step.once(connection, number);
                long answered = System.nanoTime();
                boolean counts = answered >= warm && answered < warm + turnNanos;
                switch (status) {
                    case 200 -> {
                        accepted += counts ? 1 : 0;
                        number++;
                    }
                    case 429, 503 -> {
                        if (counts) {
                            refusals.add(answered - now);
                        }
                    }
                    default -> throw new IllegalStateException(status + " " + connection.body());
                }
                now = answered;
            }
            return new Outcome(accepted * 1e9 / turnNanos, refusals.size() * 1e9 / turnNanos, refusals);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Step prepared(Client client, int number, HttpConnection connection, CountDownLatch ready)
            throws IOException {
        try {
            return client.start(connection, number);
        } finally {
            ready.countDown();
            awaitOthers(ready);
        }
    }

    private static void awaitOthers(CountDownLatch ready) {
        try {
            ready.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
