package dev.quintet.shared.config;

import io.smallrye.config.PropertiesConfigSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.spi.ConfigSource;

/** The properties file an operator may change while the service runs. */
record ConfigFile(Path path) {
    static final String KEY = "quintet.config-file";

    /** Above every application.properties (250, 260), below variables (300) and system properties (400). */
    private static final int ORDINAL = 275;

    /** Reads it now; a missing, unreadable or malformed file is an {@link IOException} that says so. */
    ConfigSource read() throws IOException {
        var properties = new Properties();
        try (var reader = Files.newBufferedReader(path)) {
            properties.load(reader);
        } catch (IllegalArgumentException malformed) {
            throw new IOException("malformed escape: " + malformed.getMessage(), malformed);
        }
        Map<String, String> values = properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, properties::getProperty));
        return new PropertiesConfigSource(values, KEY, ORDINAL);
    }

    /** What went wrong, as the line an operator reads. */
    Problem unreadable(IOException failure) {
        String why = failure instanceof java.nio.file.NoSuchFileException ? "no such file" : failure.getMessage();
        return new Problem(Problem.Reason.UNREADABLE, KEY + ": \"" + path + "\" cannot be read: " + why);
    }
}
