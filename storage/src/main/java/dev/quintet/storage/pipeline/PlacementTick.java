package dev.quintet.storage.pipeline;

import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.lifecycle.WhenDraining;
import dev.quintet.storage.client.PlacementClient;
import dev.quintet.storage.config.StorageConfig;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/** Keeps up with the registry's placement: asks after each of its events, and every now and then without one. */
@ApplicationScoped
class PlacementTick {
    private static final Logger LOG = Logger.getLogger(PlacementTick.class);

    private final PlacementClient client;
    private final PlacementPolicy policy;
    private final HotConfig<StorageConfig> config;
    private final AtomicBoolean news = new AtomicBoolean(true);
    private final AtomicBoolean following = new AtomicBoolean();
    private long askedNanos;

    PlacementTick(PlacementClient client, PlacementPolicy policy, HotConfig<StorageConfig> config) {
        this.client = client;
        this.policy = policy;
        this.config = config;
    }

    @Scheduled(
            identity = "placement",
            every = "1s",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = WhenDraining.class)
    void tick() throws InterruptedException {
        var settings = config.current();
        var placement = settings.placement();
        if (!placement.watch()) {
            return;
        }
        if (following.compareAndSet(false, true)) {
            client.follow(URI.create(settings.registryUrl()), () -> news.set(true), () -> following.set(false));
        }
        boolean due = System.nanoTime() - askedNanos > placement.refresh().toNanos();
        if (news.getAndSet(false) || due) {
            askedNanos = System.nanoTime();
            ask(settings);
        }
    }

    private void ask(StorageConfig settings) throws InterruptedException {
        try {
            policy.tell(client.fetch(
                    URI.create(settings.registryUrl()), settings.placement().timeout()));
        } catch (IOException | RuntimeException e) {
            // The last good value stays; the next refresh asks again.
            LOG.debugf("no placement from the registry: %s", e.getMessage());
        }
    }
}
