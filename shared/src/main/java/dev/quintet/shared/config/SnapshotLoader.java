package dev.quintet.shared.config;

import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.eclipse.microprofile.config.spi.Converter;

/**
 * Makes the next snapshot: the sources of the start with the operator's file read anew, audited as at the start, and with
 * the keys that need a restart held at what the service runs with. Not thread-safe: the reloader calls it, one at a time.
 */
public final class SnapshotLoader {
    /** What became of an attempt. */
    public sealed interface Outcome {
        /** {@code levels} sets the log levels; {@code waiting} names the changed keys that need a restart. */
        record Loaded(Snapshot snapshot, Runnable levels, List<String> waiting) implements Outcome {}

        record Refused(List<Problem> problems) implements Outcome {}
    }

    private static final String PINS = "quintet values of the start";

    private final SmallRyeConfig start;
    private final List<Class<?>> mappings;
    private final List<Setting> settings;
    private final Optional<ConfigFile> file;
    private final Map<String, String> pins;
    private SmallRyeConfig levelled; // whose log levels are in force
    private long generation;

    /** For the running application. */
    public static SnapshotLoader of(Config config, QuintetConfig quintet) {
        var start = config.unwrap(SmallRyeConfig.class);
        return new SnapshotLoader(
                start, Mappings.loaded(start), quintet.configFile().map(ConfigFile::new));
    }

    SnapshotLoader(SmallRyeConfig start, List<Class<?>> mappings, Optional<ConfigFile> file) {
        this.start = start;
        this.levelled = start;
        this.mappings = List.copyOf(mappings);
        this.settings = Mappings.settings(this.mappings);
        this.file = file;
        this.pins = pins(start, settings);
    }

    public Snapshot first() {
        return Snapshot.of(0, start, mappings);
    }

    public Outcome load() {
        List<ConfigSource> sources = new ArrayList<>(unchanged());
        if (file.isPresent()) {
            try {
                sources.add(file.get().read());
            } catch (IOException e) {
                return new Outcome.Refused(List.of(file.get().unreadable(e)));
            }
        }
        // Audited before a mapping is built, and without the pins: what a restart would refuse is refused now. Only the
        // consent to danger is that of the start.
        SmallRyeConfig candidate =
                builder(sources).withSources(pinned(consent(start))).build();
        List<Problem> problems = Stream.of(
                        Audit.of(candidate, settings), UnknownKeys.of(candidate, settings), LogLevels.audit(candidate))
                .flatMap(List::stream)
                .toList();
        if (!problems.isEmpty()) {
            return new Outcome.Refused(problems);
        }
        var builder = builder(sources).withSources(pinned(pins));
        mappings.forEach(builder::withMapping);
        return new Outcome.Loaded(
                Snapshot.of(++generation, builder.build(), mappings), levels(candidate), waiting(candidate));
    }

    /** A running process cannot see its variables or properties change, so only the file is read again. */
    private List<ConfigSource> unchanged() {
        return StreamSupport.stream(start.getConfigSources().spliterator(), false)
                .filter(source -> !source.getName().equals(ConfigFile.KEY))
                .toList();
    }

    private SmallRyeConfigBuilder builder(List<ConfigSource> sources) {
        return new SmallRyeConfigBuilder()
                .withProfiles(start.getProfiles())
                .addDefaultInterceptors()
                .withValidateUnknown(false)
                .withConverters(new Converter<?>[] {new DurationConverter(), new MemorySizeConverter()})
                .withSources(sources);
    }

    private Runnable levels(SmallRyeConfig candidate) {
        return () -> {
            LogLevels.apply(levelled, candidate);
            levelled = candidate;
        };
    }

    private static ConfigSource pinned(Map<String, String> values) {
        return new PropertiesConfigSource(values, PINS, Integer.MAX_VALUE);
    }

    private static Map<String, String> consent(SmallRyeConfig start) {
        return Map.of(Audit.DANGER_OK, valueOrEmpty(start, Audit.DANGER_OK));
    }

    private List<String> waiting(SmallRyeConfig candidate) {
        return settings.stream()
                .filter(setting -> !setting.hot())
                .map(Setting::key)
                .filter(key -> !Objects.equals(pins.get(key), valueOrEmpty(candidate, key)))
                .toList();
    }

    private static Map<String, String> pins(SmallRyeConfig start, List<Setting> settings) {
        var pins = new HashMap<String, String>();
        settings.stream()
                .filter(setting -> !setting.hot())
                .forEach(setting -> pins.put(setting.key(), valueOrEmpty(start, setting.key())));
        return Map.copyOf(pins);
    }

    /** Empty text is how SmallRye spells an optional that is not set. */
    private static String valueOrEmpty(SmallRyeConfig config, String key) {
        return Objects.requireNonNullElse(config.getConfigValue(key).getValue(), "");
    }
}
