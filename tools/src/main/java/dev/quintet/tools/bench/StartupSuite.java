package dev.quintet.tools.bench;

import dev.quintet.shared.testkit.ServiceLauncher;
import dev.quintet.shared.testkit.ServiceProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** How long each service takes from exec to its first HTTP answer, and what it then occupies: native binary and JVM. */
final class StartupSuite implements Suite {
    private static final List<String> SERVICES = List.of("gateway", "registry", "storage", "wallet", "rewarder");
    private static final double MIB = 1024.0 * 1024;

    private final Path root;

    StartupSuite(Path root) {
        this.root = root;
    }

    @Override
    public String name() {
        return "startup";
    }

    @Override
    public String question() {
        return "From the start of the process to its first HTTP answer (`/healthz`), and resident memory once it is ready and"
                + " has answered; one service at a time, local profile, an empty data folder.";
    }

    @Override
    public List<String> goals() {
        return List.of("at most 50 ms to the first answer and 64 MiB resident at idle, per native service.");
    }

    @Override
    public List<Contestant> contestants(Consumer<String> say) {
        var contestants = new ArrayList<Contestant>();
        List<String> binaries = SERVICES.stream().filter(this::hasBinary).toList();
        if (binaries.size() < SERVICES.size()) {
            say.accept("native binaries are left out where ./quintet native did not build them");
        }
        if (!binaries.isEmpty()) {
            contestants.add(new Contestant("native", () -> measure(binaries, ServiceLauncher.Packaging.NATIVE)));
        }
        contestants.add(new Contestant("JVM", () -> measure(SERVICES, ServiceLauncher.Packaging.JVM)));
        return contestants;
    }

    private static Map<String, Double> measure(List<String> services, ServiceLauncher.Packaging packaging) {
        var figures = new LinkedHashMap<String, Double>();
        for (String service : services) {
            try (ServiceProcess process =
                    ServiceProcess.of(service).on(packaging).start()) {
                process.admin("/metrics");
                figures.put(
                        service + ", first answer, ms",
                        process.timeToFirstAnswer().toNanos() / 1e6);
                figures.put(service + ", resident, MiB", process.rssBytes() / MIB);
            }
        }
        return figures;
    }

    private boolean hasBinary(String service) {
        return Files.isExecutable(root.resolve(service).resolve("target").resolve(service + "-runner"));
    }
}
