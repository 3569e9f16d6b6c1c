package dev.quintet.shared.config;

import io.smallrye.config.SmallRyeConfig;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** One consistent, immutable set of mapping objects; the unit in which configuration changes. */
public record Snapshot(long generation, Map<Class<?>, Object> mappings) {

    public Snapshot {
        mappings = Map.copyOf(mappings);
    }

    static Snapshot of(long generation, SmallRyeConfig config, List<Class<?>> interfaces) {
        return new Snapshot(
                generation,
                interfaces.stream().collect(Collectors.toMap(Function.identity(), config::getConfigMapping)));
    }

    public <T> T get(Class<T> mapping) {
        return mapping.cast(Objects.requireNonNull(
                mappings.get(mapping), () -> mapping.getName() + " is not a mapping under quintet"));
    }
}
