package dev.quintet.shared.capability;

import dev.quintet.shared.capability.token.RootKey;
import dev.quintet.shared.capability.token.RootKeyException;
import dev.quintet.shared.capability.token.RootKeys;
import dev.quintet.shared.config.QuintetConfig;
import dev.quintet.shared.config.StartRefusedException;
import io.quarkus.arc.DefaultBean;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigUtils;
import io.quarkus.scheduler.Scheduled;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The root keys that are live in this process. Loaded before the first request; a start without usable keys fails with
 * one line. A rotation is a change of the key file: it is taken up within {@code quintet.config-poll}, or refused whole
 * while the old keys stay.
 */
@ApplicationScoped
public class RootKeyStore {
    private static final Logger LOG = Logger.getLogger(RootKeyStore.class);

    private final RootKeySource source;
    private volatile @Nullable RootKeys live;
    private volatile @Nullable FileTime seen;

    @Inject
    RootKeyStore(QuintetConfig config) {
        this(new RootKeySource(config, ConfigUtils.isProfileActive("prod")));
    }

    RootKeyStore(RootKeySource source) {
        this.source = source;
    }

    // After the configuration's own checks, before anything that could verify a token.
    void onStart(@Observes @Priority(10) StartupEvent event) {
        try {
            seen = modified();
            replace(source.load());
        } catch (RootKeyException e) {
            throw new StartRefusedException("quintet.capability: " + e.getMessage());
        }
    }

    public RootKeys current() {
        return Objects.requireNonNull(live, "asked for root keys before the start");
    }

    /** Reads the keys again; on failure the old ones stay. Blocking. */
    public boolean reload() {
        try {
            replace(source.load());
            return true;
        } catch (RootKeyException e) {
            LOG.warnf("root keys stay as they are: %s", e.getMessage());
            return false;
        }
    }

    @Scheduled(
            identity = "root-keys",
            every = "{quintet.config-poll}",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    void tick() {
        FileTime now = modified();
        // A file that is gone for a moment is being replaced.
        if (now != null && !now.equals(seen)) {
            seen = now;
            reload();
        }
    }

    @Produces
    @Singleton
    CapabilityVerifier verifier(RootKeyStore keys) {
        return new CapabilityVerifier(keys::current);
    }

    @Produces
    @Singleton
    @DefaultBean
    Clock clock() {
        return Clock.systemUTC();
    }

    private void replace(RootKeys keys) {
        live = keys;
        LOG.infof("root keys: %s", keys.keys().stream().map(RootKey::id).toList());
    }

    private @Nullable FileTime modified() {
        Optional<Path> file = source.file();
        if (file.isEmpty()) {
            return null;
        }
        try {
            return Files.getLastModifiedTime(file.get());
        } catch (IOException _) {
            // Not there, or not for us; loading it will say so.
            return null;
        }
    }
}
