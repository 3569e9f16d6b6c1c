package dev.quintet.shared.config;

import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.microprofile.config.spi.ConfigSource;

/** Brings the operator's file into the configuration of the start; registered in META-INF/services. */
public final class ConfigFileSource implements ConfigSourceFactory {

    @Override
    public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
        var value = context.getValue(ConfigFile.KEY);
        if (value == null || value.getValue() == null || value.getValue().isEmpty()) {
            return List.of();
        }
        var file = new ConfigFile(Path.of(value.getValue()));
        try {
            return List.of(file.read());
        } catch (IOException e) {
            throw new StartRefusedException(file.unreadable(e).line());
        }
    }
}
