package dev.quintet.shared.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How a {@link ServiceProcess} is to be started. Everything has a default but the name; nothing leaks in from the caller's own settings. */
public final class ServiceLauncher {
    /** What runs the service: the packaged jar on this JDK, or the binary that {@code ./quintet native} built. */
    public enum Packaging {
        JVM,
        NATIVE
    }

    /** A registry needs signers to become ready. Each private key is its name's bytes, filled up with zeros to 32. */
    private static final String SIGNERS = "org:alpha#key1=oPKcdbb5dcpptNDe9DgePfigRcMJb1pGrZGYdsFZDcI=,"
            + "org:beta#key1=KtEkQv/WOmK4ntz0Bh5yvbHWDgIedFB3Hyr8u2bNlWM=,"
            + "org:gamma#key1=OcsYgq3iv393U0xZ5zo/aVaMF4bOik6qbIPb0trNzSI=";

    private static final Path ROOT = Path.of(System.getProperty("quintet.root", "."));

    private final String service;
    private final Map<String, String> environment = new HashMap<>();
    private final List<String> arguments = new ArrayList<>();
    private Packaging packaging = Packaging.JVM;
    private Path folder = Path.of("");

    ServiceLauncher(String service) {
        this.service = service;
    }

    public ServiceLauncher on(Packaging chosen) {
        packaging = chosen;
        return this;
    }

    /** Sets an environment variable, for instance {@code QUINTET_AMNESIA}. */
    public ServiceLauncher env(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Adds a system property; the JVM and a native binary both take {@code -Dname=value}. */
    public ServiceLauncher property(String name, String value) {
        arguments.add("-D" + name + "=" + value);
        return this;
    }

    /** The folder of this run: the service's data, the development key and the log. Reuse it to restart on the same data. */
    public ServiceLauncher in(Path chosen) {
        folder = chosen;
        return this;
    }

    /** The folder that the service keeps its state in. */
    public Path dataFolder() {
        return folder.resolve(service);
    }

    /** Starts the process and returns it when it answers and is ready. */
    public ServiceProcess start() {
        ServiceProcess process = launch();
        try {
            process.awaitReady();
            return process;
        } catch (Throwable e) {
            process.close();
            throw e;
        }
    }

    /** Starts the process and returns at once: for starts that are expected to fail. */
    public ServiceProcess launch() {
        try {
            if (folder.toString().isEmpty()) {
                folder = Files.createTempDirectory("quintet-" + service + "-");
            }
            Files.createDirectories(dataFolder());
            int[] ports = freePorts();
            Path log = folder.resolve(service + ".log");
            var builder = new ProcessBuilder(command()).redirectErrorStream(true);
            builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().keySet().removeIf(key -> key.startsWith("QUINTET_") || key.startsWith("QUARKUS_"));
            builder.environment().putAll(defaults(ports));
            if (service.equals("registry")) {
                builder.environment().put("QUINTET_REGISTRY_GENESIS_SIGNERS", SIGNERS);
            }
            builder.environment().putAll(environment);
            long started = System.nanoTime();
            return new ServiceProcess(service, builder.start(), log, ports, started);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + service, e);
        }
    }

    private List<String> command() {
        var command = new ArrayList<String>();
        switch (packaging) {
            case JVM -> {
                Path jar = built("target/quarkus-app/quarkus-run.jar", "./quintet test");
                command.add(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString());
                command.add("@" + ROOT.resolve("src/main/jvm/service.options"));
                command.addAll(arguments);
                command.addAll(List.of("-jar", jar.toString()));
            }
            case NATIVE -> {
                Path binary = built("target/" + service + "-runner", "./quintet native " + service);
                command.add(binary.toString());
                command.addAll(arguments);
            }
        }
        return command;
    }

    private Path built(String relative, String how) {
        Path file = ROOT.resolve(service).resolve(relative).toAbsolutePath();
        if (Files.notExists(file)) {
            throw new IllegalStateException(file + " is not built; run " + how);
        }
        return file;
    }

    private Map<String, String> defaults(int[] ports) {
        return Map.of(
                "QUARKUS_PROFILE", "local",
                "QUARKUS_HTTP_HOST", "127.0.0.1",
                "QUARKUS_HTTP_PORT", Integer.toString(ports[0]),
                "QUARKUS_MANAGEMENT_HOST", "127.0.0.1",
                "QUARKUS_MANAGEMENT_PORT", Integer.toString(ports[1]),
                "QUINTET_DATA_DIR", dataFolder().toString(),
                "QUINTET_CAPABILITY_ROOT_KEY_FILE",
                        folder.resolve("dev/root.key").toString());
    }

    // Both are bound at the same time, so they differ; between here and the service's own bind somebody else could take
    // one, which then fails the start loudly.
    private static int[] freePorts() throws IOException {
        try (var http = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var admin = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new int[] {http.getLocalPort(), admin.getLocalPort()};
        }
    }
}
