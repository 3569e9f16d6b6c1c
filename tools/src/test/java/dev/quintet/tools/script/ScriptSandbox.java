package dev.quintet.tools.script;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A checkout in a folder with spaces, linked to what this build has already packaged, with its own data folder and
 * ports. Its stamp says that everything is built, so the script starts at once and never runs Maven inside Maven.
 */
final class ScriptSandbox {
    private static final Path REPOSITORY = Path.of(System.getProperty("quintet.root"));
    private static final int INSIDE_SECONDS = 240;
    private static final List<String> MODULES =
            List.of("shared", "gateway", "registry", "storage", "wallet", "rewarder", "tools");

    private final Path checkout;
    private final Path data;
    private final int portBase;
    private final Map<String, String> environment = new HashMap<>();

    ScriptSandbox(Path folder) throws IOException {
        checkout = Files.createDirectory(folder.resolve("a path with spaces"));
        data = folder.resolve("some data");
        portBase = freePortBase();
        for (String module : MODULES) {
            Files.createSymbolicLink(checkout.resolve(module), REPOSITORY.resolve(module));
        }
        for (String name : List.of("pom.xml", ".mvn", "src")) {
            Files.createSymbolicLink(checkout.resolve(name), REPOSITORY.resolve(name));
        }
        Files.copy(REPOSITORY.resolve("quintet"), checkout.resolve("quintet"));
        if (!checkout.resolve("quintet").toFile().setExecutable(true)) {
            throw new IOException("cannot make the copied script executable");
        }
        Path stamps = Files.createDirectories(checkout.resolve("target/quintet"));
        Files.createFile(stamps.resolve("jvm"));
    }

    Path script() {
        return checkout.resolve("quintet");
    }

    Path data() {
        return data;
    }

    int portBase() {
        return portBase;
    }

    ScriptSandbox env(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Runs the script to its end, from a folder that is not the checkout. */
    Result run(String... arguments) throws IOException, InterruptedException {
        return run(script(), arguments);
    }

    Result run(Path script, String... arguments) throws IOException, InterruptedException {
        Path output = Files.createTempFile("quintet-script-", ".out");
        Process process = start(script, output, arguments);
        if (!process.waitFor(90, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the script hangs; so far:\n" + Files.readString(output));
        }
        return new Result(process.exitValue(), Files.readString(output).lines().toList());
    }

    /** Runs a command in the checkout, where {@code ./quintet} is; it may take minutes. */
    Result runInside(String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("quintet-script-", ".out");
        Process process = start(checkout, output, List.of(command));
        if (!process.waitFor(INSIDE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(List.of(command) + " hangs; so far:\n" + Files.readString(output));
        }
        return new Result(process.exitValue(), Files.readString(output).lines().toList());
    }

    /** Starts the script and returns at once; what it prints goes to the file. */
    Process start(Path script, Path output, String... arguments) throws IOException {
        var command = Stream.concat(Stream.of(script.toString()), Stream.of(arguments))
                .toList();
        return start(checkout.getParent(), output, command);
    }

    private Process start(Path folder, Path output, List<String> command) throws IOException {
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().removeIf(key -> key.startsWith("QUINTET_") || key.startsWith("QUARKUS_"));
        builder.environment().put("QUINTET_DATA", data.toString());
        builder.environment().put("QUINTET_PORT_BASE", Integer.toString(portBase));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        return builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    }

    /** Processes whose command line names something in this checkout. */
    List<String> leftRunning() {
        return ProcessHandle.allProcesses()
                .map(ScriptSandbox::commandLine)
                .filter(line -> line.contains(checkout.toString()))
                .toList();
    }

    private static String commandLine(ProcessHandle process) {
        try {
            byte[] raw = Files.readAllBytes(Path.of("/proc/" + process.pid() + "/cmdline"));
            return new String(raw, StandardCharsets.UTF_8).replace('\0', ' ');
        } catch (IOException e) {
            return ""; // It ended while we looked.
        }
    }

    // Five ports and five a thousand above must be free; a random one of a wide range nearly always is.
    private static int freePortBase() {
        for (int attempt = 0; attempt < 100; attempt++) {
            int base = 20_000 + (int) (Math.random() * 10_000);
            if (free(base) && free(base + 3) && free(base + 1_000) && free(base + 1_003)) {
                return base;
            }
        }
        throw new AssertionError("no free range of ports");
    }

    private static boolean free(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    /** How a run ended and what it printed, standard error included. */
    record Result(int status, List<String> lines) {
        String last() {
            return lines.isEmpty() ? "" : lines.getLast();
        }

        String text() {
            return String.join("\n", lines);
        }
    }
}
