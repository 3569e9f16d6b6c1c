package dev.quintet.tools.bench.wallet;

import dev.quintet.shared.testkit.ServiceProcess;
import dev.quintet.tools.bench.Contestant;
import dev.quintet.tools.bench.Packages;
import dev.quintet.tools.bench.Suite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The wallet over HTTP and its ledger alone, against PostgreSQL with the same promises in one call. */
public final class WalletSuite implements Suite {
    private static final List<Integer> CLIENTS = List.of(1, 16, 64);
    private static final String BATCHES = "batches of 1,000, transfers/s";
    private static final String REPLAYS = "replay of a key, 16 clients, requests/s";
    private static final String READS = "balance read while 64 clients write, p99 ms";
    private static final String BYTES = "bytes per transfer";
    private static final int OVERLOAD = 1_600;
    private static final int WARM = 400_000;

    private final Path root;
    private final Path folder;

    /** {@code root}: the repository; {@code folder}: where measurements may write. */
    public WalletSuite(Path root, Path folder) {
        this.root = root;
        this.folder = folder.resolve("wallet");
    }

    @Override
    public String name() {
        return "wallet";
    }

    @Override
    public String question() {
        return "Transfers per second, each answered after its sync: one per request from 1, 16 and 64 clients to one hot account or"
                + " to 10,000, batches of 1,000, replays; the service over HTTP with JSON, tokens and receipts, its JVM with"
                + " -Xmx256m. \"Ledger alone\" is the same ledger in process, without HTTP, -Xmx512m. PostgreSQL has its"
                + " defaults with 256 MB of shared buffers, one plpgsql call per transfer (unique key, nonce, two balances with"
                + " CHECK, two entries), `pgbench -M prepared` over a Unix socket; its batches are made inside the server. Server"
                + " and clients share the machine.";
    }

    @Override
    public List<String> goals() {
        return List.of(
                "hot at 64 clients: at least 15 times PostgreSQL; hot/uniform at least 0.95; uniform at least twice its best.",
                "batches: at least 10 times PostgreSQL's and 1,000,000 transfers/s; replays: at least 20 times.",
                "balance reads p99 below 2 ms while writes run; at most 160 bytes per transfer.",
                "10,000,000 transfers: ready in less than 5,000 ms; 1,000,000 accounts in at most 512 MiB of heap.",
                "1,600 clients: goodput at least 0.9 of that at 64, refusals below 5 ms.");
    }

    @Override
    public boolean durable() {
        return true;
    }

    @Override
    public List<Contestant> contestants(Consumer<String> say) throws Exception {
        boolean quick = Boolean.getBoolean("quintet.bench.quick");
        var turn = quick ? Duration.ofSeconds(1) : Duration.ofSeconds(2);
        long transfers = quick ? 1_000_000 : 10_000_000;
        delete(folder);
        Path full = Files.createDirectories(folder.resolve("full"));
        say.accept("wallet: writing " + transfers + " transfers for the restart");
        var filled = ledger(full.resolve("wallet"), 10_000, 0, transfers);
        double bytes = bytes(full) / (double) transfers;
        var contestants = new ArrayList<Contestant>();
        contestants.add(new Contestant("wallet", () -> service(turn, full, transfers, bytes)));
        contestants.add(new Contestant("ledger alone", () -> alone(quick ? 1_000_000 : 2_000_000)));
        say.accept("wallet: it took %.0f transfers/s".formatted(filled.get("transfers/s")));
        if (Packages.ensure("psql", "postgresql", say)) {
            var postgres = Postgres.start(folder.resolve("postgres"), turn);
            Runtime.getRuntime()
                    .addShutdownHook(
                            Thread.ofPlatform().name("bench-postgres-stop").unstarted(() -> close(postgres)));
            contestants.add(new Contestant("PostgreSQL " + postgres.version(), () -> peer(postgres)));
        }
        return contestants;
    }

    private Map<String, Double> service(Duration turn, Path full, long transfers, double bytes) throws IOException {
        var figures = new LinkedHashMap<String, Double>();
        Path fresh = folder.resolve("fresh");
        delete(fresh);
        Files.createDirectories(fresh);
        try (var wallet = start(fresh)) {
            var load = new WalletLoad(wallet, turn);
            for (int i = 0; i < 3; i++) {
                load.transfers(64, false); // Compiles.
            }
            for (int clients : CLIENTS) {
                figures.put(
                        figure("hot", clients), load.transfers(clients, true).accepted());
            }
            for (int clients : CLIENTS) {
                figures.put(
                        figure("uniform", clients),
                        load.transfers(clients, false).accepted());
            }
            load.batches(2);
            figures.put(BATCHES, load.batches(2));
            figures.put(REPLAYS, load.replays(16));
            figures.put(READS, load.readsUnderLoad());
            figures.put(BYTES, bytes);
            var overload = load.transfers(OVERLOAD, false);
            figures.put(OVERLOAD + " clients: goodput, transfers/s", overload.accepted());
            figures.put(OVERLOAD + " clients: refused, requests/s", overload.refused());
            figures.put(
                    OVERLOAD + " clients: refusal p99 ms", overload.refusals().p99Millis());
        }
        long start = System.nanoTime();
        try (var restarted = start(full)) {
            figures.put(
                    "restart after a kill with %,d transfers, ms".formatted(transfers),
                    (System.nanoTime() - start) / 1e6);
            figures.put("resident after that, MiB", restarted.rssBytes() / (1024.0 * 1024));
        }
        return figures;
    }

    private Map<String, Double> alone(long transfers) throws IOException, InterruptedException {
        var figures = new LinkedHashMap<String, Double>();
        Path few = folder.resolve("few");
        figures.put(BATCHES, ledger(few, 10_000, WARM, transfers).get("transfers/s"));
        delete(few);
        Path many = folder.resolve("many");
        var million = ledger(many, 1_000_000, 0, 1_000_000);
        figures.put("heap with 1,000,000 accounts, MiB", million.get("heap MiB"));
        delete(many);
        return figures;
    }

    private static Map<String, Double> peer(Postgres postgres) throws IOException, InterruptedException {
        var figures = new LinkedHashMap<String, Double>();
        for (int clients : CLIENTS) {
            figures.put(figure("hot", clients), postgres.transfers(clients, true));
        }
        for (int clients : CLIENTS) {
            figures.put(figure("uniform", clients), postgres.transfers(clients, false));
        }
        figures.put(BATCHES, postgres.batches(2));
        figures.put(REPLAYS, postgres.replays(16));
        figures.put(READS, postgres.readsUnderLoad());
        figures.put(BYTES, postgres.bytesPerTransfer());
        return figures;
    }

    private static String figure(String kind, int clients) {
        return kind + ", " + clients + (clients == 1 ? " client" : " clients") + ", transfers/s";
    }

    private static ServiceProcess start(Path folder) {
        return ServiceProcess.of("wallet")
                .in(folder)
                .env("QUINTET_CAPABILITY_ROOT_KEY", WalletLoad.ROOT_KEY)
                .start();
    }

    /** Runs {@link LedgerBench} with the classes of the packaged wallet and reads its figures. */
    private Map<String, Double> ledger(Path data, int accounts, long warm, long transfers)
            throws IOException, InterruptedException {
        Path application = root.resolve("wallet/target/quarkus-app");
        String classes = String.join(
                ":",
                root.resolve("tools/target/tools.jar").toString(),
                application.resolve("app") + "/*",
                application.resolve("lib/main") + "/*",
                application.resolve("lib/boot") + "/*");
        Files.createDirectories(data);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "@" + root.resolve("src/main/jvm/service.options"),
                        "-Xmx512m",
                        "-cp",
                        classes,
                        LedgerBench.class.getName(),
                        data.toString(),
                        Integer.toString(accounts),
                        Long.toString(warm),
                        Long.toString(transfers))
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("the ledger alone failed: " + text);
        }
        var figures = new LinkedHashMap<String, Double>();
        text.lines()
                .filter(line -> line.matches("[0-9.E]+ .*"))
                .map(line -> line.split(" ", 2))
                .forEach(parts -> figures.put(parts[1], Double.parseDouble(parts[0])));
        return figures;
    }

    /** Log and index; snapshots stand for what is there already. */
    private static long bytes(Path folder) throws IOException {
        long sum = 0;
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                sum += file.getFileName().toString().contains("snapshot") ? 0 : Files.size(file);
            }
        }
        return sum;
    }

    private static void close(Postgres postgres) {
        try {
            postgres.close();
        } catch (IOException e) {
            System.err.println("PostgreSQL was not stopped: " + e.getMessage());
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (var paths = Files.walk(folder)) {
                for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
