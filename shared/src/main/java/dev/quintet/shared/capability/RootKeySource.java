package dev.quintet.shared.capability;

import dev.quintet.shared.capability.token.RootKey;
import dev.quintet.shared.capability.token.RootKeyFile;
import dev.quintet.shared.capability.token.RootKeys;
import dev.quintet.shared.config.QuintetConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where this process takes its root keys from: the value in the configuration, else the file named there, else the
 * development key that all services of one data folder share. Only a development key is ever created, and none in
 * production.
 */
record RootKeySource(QuintetConfig config, boolean production) {

    /** Blocking. Anything that is wrong is a RootKeyException with one line for the operator. */
    RootKeys load() {
        Optional<String> inline = config.capability().rootKey();
        if (inline.isPresent()) {
            return RootKeys.parse(inline.get());
        }
        Path file = path();
        if (production) {
            return RootKeyFile.read(file);
        }
        if (config.amnesia() && !Files.exists(file)) {
            // Nothing may be left behind, so nobody else will know this key: reads work, and every token is refused.
            return new RootKeys(List.of(RootKey.generate("amnesia")));
        }
        return RootKeyFile.readOrCreate(file);
    }

    /** The file whose changes matter; none when the key stands in the configuration itself. */
    Optional<Path> file() {
        return config.capability().rootKey().isPresent() ? Optional.empty() : Optional.of(path());
    }

    private Path path() {
        return config.capability()
                .rootKeyFile()
                .orElseGet(() ->
                        config.dataDir().toAbsolutePath().resolveSibling("dev").resolve("root.key"));
    }
}
