package dev.quintet.tools.bench.wallet;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A private PostgreSQL cluster with the wallet's semantics in one plpgsql call, reached through a Unix socket in its own
 * folder, full durability, and its own {@code pgbench} as the client: cheaper than ours, in its favour.
 */
final class Postgres implements Closeable {
    private static final Pattern TPS = Pattern.compile("(?m)^tps = ([0-9.]+)");
    private static final int MILLIS_PER_SECOND = 1_000;

    private final Path folder;
    private final String turnSeconds;
    private int runs;

    private Postgres(Path folder, Duration turn) {
        this.folder = folder;
        this.turnSeconds = Long.toString(Math.max(1, turn.toMillis() / MILLIS_PER_SECOND));
    }

    /** Makes and starts a cluster under {@code folder}, which is deleted first. */
    static Postgres start(Path folder, Duration turn) throws IOException, InterruptedException {
        delete(folder);
        Files.createDirectories(folder);
        var postgres = new Postgres(folder.toAbsolutePath(), turn);
        if (isRoot()) {
            command(List.of("chown", "postgres", folder.toString()));
        }
        postgres.sql("schema.sql", resource("wallet.sql"));
        asOwner("initdb", "-D", postgres.data(), "-A", "trust", "-U", "postgres", "--no-sync");
        asOwner(
                "pg_ctl",
                "-D",
                postgres.data(),
                "-w",
                "-l",
                folder.toAbsolutePath().resolve("log").toString(),
                "-o",
                "-c listen_addresses='' -c unix_socket_directories='" + folder.toAbsolutePath()
                        + "' -c max_connections=200 -c shared_buffers=256MB -c max_wal_size=4GB",
                "start");
        postgres.psql("-f", postgres.folder.resolve("schema.sql").toString());
        return postgres;
    }

    double transfers(int clients, boolean hot) throws IOException, InterruptedException {
        String to = hot ? "'hot'" : "'acc' || :a";
        return pgbench(clients, """
                \\set nonce :nonce + 1
                \\set a random(0, 9999)
                SELECT transfer('c' || :run || '-' || :client_id, %s, 'ron', 1, :nonce, 'c' || :run || '-' || :client_id || '-' || :nonce);
                """.formatted(to));
    }

    /** Transfers per second, a thousand in a set-based call. */
    double batches(int clients) throws IOException, InterruptedException {
        return MILLIS_PER_SECOND * pgbench(clients, """
                        \\set nonce :nonce + 1000
                        SELECT transfer_batch('c' || :run || '-' || :client_id, 'ron', 1, :nonce - 999, 1000);
                        """);
    }

    double replays(int clients) throws IOException, InterruptedException {
        return pgbench(
                clients,
                "SELECT transfer('c' || :run || '-' || :client_id, 'hot', 'ron', 1, 1, 'c' || :run || '-' || :client_id || '-1');\n");
    }

    double bytesPerTransfer() throws IOException, InterruptedException {
        return Double.parseDouble(psql(
                        "-At",
                        "-c",
                        "SELECT (pg_total_relation_size('transfers') + pg_total_relation_size('entries'))::float / (SELECT count(*) FROM transfers)")
                .strip());
    }

    /** The 99th percentile of one reader's balance reads while 64 clients write, in milliseconds. */
    double readsUnderLoad() throws IOException, InterruptedException {
        sql(
                "read.sql",
                "\\set a random(0, 9999)\nSELECT total FROM balances WHERE account = 'acc' || :a AND asset = 'ron';\n");
        Path logs = folder.resolve("reads");
        asOwner("mkdir", "-p", logs.toString());
        var reader = builder(List.of(
                        "pgbench",
                        "-h",
                        folder.toString(),
                        "-U",
                        "postgres",
                        "-n",
                        "-M",
                        "prepared",
                        "-c",
                        "1",
                        "-T",
                        turnSeconds,
                        "-l",
                        "--log-prefix=" + logs.resolve("log" + runs),
                        "-f",
                        folder.resolve("read.sql").toString(),
                        "postgres"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        transfers(64, false);
        reader.waitFor();
        var latencies = new Latencies();
        try (var files = Files.list(logs)) {
            for (Path file : files.toList()) {
                for (String line : Files.readAllLines(file)) {
                    latencies.add(Long.parseLong(line.split(" ", 4)[2]) * 1_000);
                }
                Files.delete(file);
            }
        }
        return latencies.p99Millis();
    }

    String version() throws IOException, InterruptedException {
        return psql("-At", "-c", "SHOW server_version").strip().split(" ", 2)[0];
    }

    private double pgbench(int clients, String script) throws IOException, InterruptedException {
        runs++;
        psql("-q", "-c", "SELECT open_clients('c" + runs + "', " + clients + ")");
        sql("run.sql", script);
        String out = asOwner(
                "pgbench",
                "-h",
                folder.toString(),
                "-U",
                "postgres",
                "-n",
                "-M",
                "prepared",
                "-c",
                Integer.toString(clients),
                "-j",
                "2",
                "-T",
                turnSeconds,
                "-D",
                "run=" + runs,
                "-D",
                "nonce=0",
                "-f",
                folder.resolve("run.sql").toString(),
                "postgres");
        var matcher = TPS.matcher(out);
        if (!matcher.find()) {
            throw new IOException("pgbench said: " + out);
        }
        return Double.parseDouble(matcher.group(1));
    }

    private String psql(String... arguments) throws IOException, InterruptedException {
        var all = new ArrayList<>(
                List.of("psql", "-h", folder.toString(), "-U", "postgres", "-v", "ON_ERROR_STOP=1", "-X"));
        all.addAll(List.of(arguments));
        return asOwner(all.toArray(String[]::new));
    }

    private void sql(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private static String asOwner(String... arguments) throws IOException, InterruptedException {
        return output(builder(List.of(arguments)));
    }

    private static void command(List<String> arguments) throws IOException, InterruptedException {
        output(new ProcessBuilder(arguments));
    }

    /** PostgreSQL refuses to run as root; its package brings a user of its own. */
    private static ProcessBuilder builder(List<String> arguments) {
        var command = new ArrayList<String>();
        if (isRoot()) {
            command.addAll(List.of("runuser", "-u", "postgres", "--"));
        }
        command.addAll(arguments);
        var builder = new ProcessBuilder(command).directory(Path.of("/").toFile());
        // Debian keeps the server's programs out of everybody's way.
        builder.environment().merge("PATH", binaries(), (old, more) -> more + ":" + old);
        return builder;
    }

    private static String binaries() {
        Path base = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(base)) {
            return "";
        }
        try (var versions = Files.list(base)) {
            return versions.sorted(Comparator.reverseOrder())
                    .findFirst()
                    .map(version -> version.resolve("bin").toString())
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    private static String output(ProcessBuilder builder) throws IOException, InterruptedException {
        Path out = Files.createTempFile("quintet-bench-", ".out");
        try {
            // To a file: a server that is started inherits the output and would keep a pipe open for ever.
            int status = builder.redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start()
                    .waitFor();
            String text = Files.readString(out, StandardCharsets.UTF_8);
            if (status != 0) {
                throw new IOException(builder.command() + " failed: " + text);
            }
            return text;
        } finally {
            Files.delete(out);
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static String resource(String name) throws IOException {
        try (var in = Postgres.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (var paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    @Override
    public void close() throws IOException {
        try {
            asOwner("pg_ctl", "-D", data(), "-m", "immediate", "-w", "stop");
            delete(folder);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
