package dev.quintet.shared.config;

import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.eclipse.microprofile.config.spi.Converter;

/** Configurations without a container, with the converters Quarkus brings. */
final class Configs {
    private Configs() {}

    /** With the mapping built, so a value of the wrong type throws. */
    static SmallRyeConfig of(Map<String, String> values) {
        return builder("test", values)
                .withMapping(QuintetConfig.class)
                .withMapping(GaugeConfig.class)
                .build();
    }

    /** Without the mapping, so that even what it could not hold can be audited. */
    static SmallRyeConfig raw(String profile, Map<String, String> values) {
        var builder = builder(profile, values);
        Setting.of(QuintetConfig.class).stream()
                .filter(setting -> setting.standard() != null)
                .forEach(setting -> builder.withDefaultValue(setting.key(), setting.standard()));
        return builder.build();
    }

    private static SmallRyeConfigBuilder builder(String profile, Map<String, String> values) {
        return new SmallRyeConfigBuilder()
                .withProfile(profile)
                .addDefaultInterceptors()
                .withConverters(new Converter<?>[] {new DurationConverter(), new MemorySizeConverter()})
                .withValidateUnknown(false)
                .withSources(new PropertiesConfigSource(values, "test", 500));
    }
}
