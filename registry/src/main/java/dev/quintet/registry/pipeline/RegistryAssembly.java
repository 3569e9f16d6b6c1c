package dev.quintet.registry.pipeline;

import dev.quintet.registry.config.RegistryConfig;
import dev.quintet.registry.domain.Machine;
import dev.quintet.registry.domain.Registry;
import dev.quintet.registry.store.AttestationKey;
import dev.quintet.registry.store.Backoff;
import dev.quintet.registry.store.EmbeddedRegistry;
import dev.quintet.registry.store.Outside;
import dev.quintet.registry.store.WriteGroup;
import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.config.QuintetConfig;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.journal.JournalSettings;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Which log the service runs on, and how a new one begins. */
class RegistryAssembly {
    /** The largest decoded request, in its artifact. */
    private static final int RECORD_BYTES_MAX = 8 << 20;

    @Produces
    @Singleton
    @Typed(AttestationKey.class)
    AttestationKey attestationKey(QuintetConfig quintet) {
        return AttestationKey.open(folder(quintet));
    }

    @Produces
    @Singleton
    @Typed(EmbeddedRegistry.class)
    EmbeddedRegistry embedded(
            QuintetConfig quintet,
            HotConfig<RegistryConfig> config,
            BoundedChannel<WriteGroup> writes,
            AttestationKey key,
            RegistryMetrics metrics,
            StoreHealth health) {
        var outside = new Outside(
                InstantSource.system(),
                () -> limits(config.current().proposals()),
                () -> backoff(config.current().retry()),
                metrics);
        var registry = EmbeddedRegistry.open(folder(quintet), settings(config.current()), writes, outside);
        if (registry.state().head().version() == 0) {
            Genesis.payload(config.current(), key.publicKey()).ifPresentOrElse(registry::genesis, health::empty);
        }
        return registry;
    }

    @Produces
    @Singleton
    @Typed(Registry.class)
    Registry registry(EmbeddedRegistry embedded) {
        return embedded;
    }

    private static JournalSettings settings(RegistryConfig config) {
        int segment = (int) config.log().segment().asLongValue();
        return new JournalSettings(segment, Math.min(RECORD_BYTES_MAX, segment / 2));
    }

    private static Machine.Limits limits(RegistryConfig.Proposals proposals) {
        return new Machine.Limits(proposals.openMax(), proposals.openBytesMax().asLongValue());
    }

    private static Backoff backoff(RegistryConfig.Retry retry) {
        return new Backoff(retry.tries(), retry.delayMin(), retry.delayMax(), retry.cap());
    }

    private static @Nullable Path folder(QuintetConfig quintet) {
        return quintet.amnesia() ? null : quintet.dataDir();
    }
}
