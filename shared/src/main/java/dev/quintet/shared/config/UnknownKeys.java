package dev.quintet.shared.config;

import dev.quintet.shared.config.Problem.Reason;
import io.quarkus.runtime.LaunchMode;
import io.smallrye.config.DefaultValuesConfigSource;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SysPropConfigSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.microprofile.config.spi.ConfigSource;

/** Finds keys under {@code quintet.} that no mapping declares: a misspelt limit must not pass as set. */
final class UnknownKeys {
    /** One file may configure all five, so a service lets the keys of the others pass. */
    private static final Set<String> SERVICES = Set.of("gateway", "registry", "storage", "wallet", "rewarder");

    private UnknownKeys() {}

    static List<Problem> of(SmallRyeConfig config, List<Setting> settings) {
        var unknown = new TreeSet<String>();
        for (ConfigSource source : config.getConfigSources()) {
            if (isChecked(source)) {
                source.getPropertyNames().stream()
                        .map(UnknownKeys::withoutProfile)
                        .filter(name -> name.startsWith("quintet.") && !ofAnotherService(name, settings))
                        .filter(name -> settings.stream().noneMatch(setting -> setting.covers(name)))
                        .forEach(unknown::add);
            }
        }
        var problems = new ArrayList<Problem>();
        unknown.forEach(name -> problems.add(
                new Problem(Reason.UNKNOWN_KEY, name + ": no such setting; docs/configuration.md lists them all")));
        return problems;
    }

    private static boolean isChecked(ConfigSource source) {
        // Defaults are ours, variables like QUINTET_DATA the script's, and test flags the test runner's.
        return !(source instanceof DefaultValuesConfigSource)
                && !(source instanceof EnvConfigSource)
                && !(source instanceof SysPropConfigSource && LaunchMode.current() == LaunchMode.TEST);
    }

    private static String withoutProfile(String name) {
        return name.startsWith("%") ? name.substring(name.indexOf('.') + 1) : name;
    }

    private static boolean ofAnotherService(String name, List<Setting> settings) {
        String[] parts = name.split("\\.", 3);
        String own = parts[0] + "." + parts[1] + ".";
        return parts.length == 3
                && SERVICES.contains(parts[1])
                && settings.stream().noneMatch(setting -> setting.key().startsWith(own));
    }
}
