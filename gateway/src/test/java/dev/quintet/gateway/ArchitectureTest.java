package dev.quintet.gateway;

import dev.quintet.shared.testkit.architecture.ArchitectureContract;
import java.util.Map;
import java.util.Set;

/** The house rules; beside the usual layers the data path has two of its own, in front of and behind the pipeline. */
class ArchitectureTest extends ArchitectureContract {
    ArchitectureTest() {
        super("gateway");
    }

    @Override
    protected Map<String, Set<String>> layers() {
        return Map.of(
                "front", Set.of("pipeline", "upstream", "domain", "config"),
                "api", Set.of("pipeline", "domain", "config"),
                "pipeline", Set.of("domain", "store", "client", "upstream", "config"),
                "upstream", Set.of("domain", "config"),
                "store", Set.of("domain", "config"),
                "client", Set.of("domain", "config"),
                "config", Set.of("domain"),
                "domain", Set.of());
    }

    @Override
    protected Map<String, String> exceptions() {
        return Map.of(
                "dev.quintet.gateway.front has",
                "the parts of one exchange share its state and stay package-private together",
                "dev.quintet.gateway.pipeline has",
                "the desk and metering are two concepts of one layer; each alone is within the limit",
                "UsageAssembly.start()",
                "an observer: each parameter is a bean that it wires");
    }
}
