package dev.quintet.shared.testkit;

import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.eclipse.microprofile.config.spi.Converter;

/** A mapping interface without a container: its defaults, or these values on top of them. */
public final class MappingDefaults {
    private MappingDefaults() {}

    public static <T> T of(Class<T> mapping) {
        return of(mapping, Map.of());
    }

    public static <T> T of(Class<T> mapping, Map<String, String> values) {
        return new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .withConverters(new Converter<?>[] {new DurationConverter(), new MemorySizeConverter()})
                .withSources(new PropertiesConfigSource(values, "test", 500))
                .withMapping(mapping)
                .build()
                .getConfigMapping(mapping);
    }
}
