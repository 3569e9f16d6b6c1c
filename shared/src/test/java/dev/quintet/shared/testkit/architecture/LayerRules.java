package dev.quintet.shared.testkit.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which package of a service may know which other one, and what the rules in {@code domain} may know at all. */
record LayerRules(String base, Map<String, Set<String>> layers) {
    static final Map<String, Set<String>> STANDARD = Map.of(
            "api", Set.of("pipeline", "domain", "config"),
            "pipeline", Set.of("domain", "store", "client", "config"),
            "store", Set.of("domain", "config"),
            "client", Set.of("domain", "config"),
            "config", Set.of("domain"),
            "domain", Set.of());

    private static final String DOMAIN = "domain";
    private static final List<String> KNOWN_TO_DOMAIN = List.of(
            "java.", "org.jspecify.annotations.", "dev.quintet.shared.content.", "dev.quintet.shared.deadline.");
    private static final String FAULT_TOLERANCE = "org.eclipse.microprofile.faulttolerance.";
    private static final Set<String> RETRIES =
            Set.of("Retry", "Timeout", "CircuitBreaker", "Bulkhead", "Fallback", "Asynchronous");

    List<String> violations(JavaClasses classes) {
        List<String> lines = new ArrayList<>();
        for (JavaClass type : classes) {
            String layer = layer(type.getName());
            if (layer.isEmpty()) {
                continue;
            }
            if (!layers.containsKey(layer)) {
                lines.add(type.getName() + " is in no known layer; the layers are " + layers.keySet());
                continue;
            }
            type.getDirectDependenciesFromSelf().forEach(dependency -> check(layer, dependency, lines));
        }
        return lines.stream().distinct().sorted().toList();
    }

    private void check(String layer, Dependency dependency, List<String> lines) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        String name = target.getName();
        String other = layer(name);
        if (!other.isEmpty() && !other.equals(layer) && !allowed(layer, other)) {
            lines.add(layer + " must not know " + other + ": " + dependency.getDescription());
        }
        boolean foreign = !name.startsWith(base + ".") && name.contains(".");
        if (layer.equals(DOMAIN) && foreign && KNOWN_TO_DOMAIN.stream().noneMatch(name::startsWith)) {
            lines.add("domain is plain Java over content addresses and deadlines: " + dependency.getDescription());
        }
        if (!layer.equals("client")
                && name.startsWith(FAULT_TOLERANCE)
                && RETRIES.contains(name.substring(FAULT_TOLERANCE.length()))) {
            lines.add("retries and breakers belong into client: " + dependency.getDescription());
        }
    }

    private boolean allowed(String layer, String other) {
        return layers.getOrDefault(layer, Set.of()).contains(other);
    }

    /** The first package below the service's own; empty for anything else. */
    private String layer(String type) {
        if (!type.startsWith(base + ".")) {
            return "";
        }
        String rest = type.substring(base.length() + 1);
        int dot = rest.indexOf('.');
        return dot < 0 ? "" : rest.substring(0, dot);
    }
}
