package dev.quintet.tools.bench;

import dev.quintet.tools.bench.gateway.DrrSuite;
import dev.quintet.tools.bench.registry.RegistrySuite;
import dev.quintet.tools.bench.storage.StorageSuite;
import dev.quintet.tools.bench.wallet.WalletSuite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Every benchmark there is, in the order of a full run. */
final class Suites {
    private Suites() {}

    /** {@code root}: the repository; {@code folder}: where measurements may write. */
    static List<Suite> all(Path root, Path folder) {
        return List.of(
                new StartupSuite(root),
                new ChannelSuite(),
                new JournalSuite(folder, Duration.ofSeconds(1)),
                new Blake3Suite(root),
                new WalletSuite(root, folder),
                new DrrSuite(),
                new RegistrySuite(folder),
                new StorageSuite(folder, Duration.ofSeconds(2)));
    }
}
