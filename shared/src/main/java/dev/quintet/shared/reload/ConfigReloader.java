package dev.quintet.shared.reload;

import dev.quintet.shared.config.QuintetConfig;
import dev.quintet.shared.config.Snapshot;
import dev.quintet.shared.config.SnapshotLoader;
import dev.quintet.shared.config.SnapshotLoader.Outcome.Loaded;
import dev.quintet.shared.config.SnapshotLoader.Outcome.Refused;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.ChannelRegistry;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.shared.flow.Watch;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/** Turns requests to reload into the next snapshot, one at a time; a burst of requests costs one reload. */
@Singleton
class ConfigReloader {
    /** Many more than anyone sends by hand; what does not fit is covered by the requests already waiting. */
    private static final int REQUESTS_MAX = 16;

    private static final Logger LOG = Logger.getLogger(ConfigReloader.class);

    private final SnapshotLoader loader;
    private final Watch<Snapshot> snapshots;
    private final BoundedChannel<ReloadSource> requests;
    private final ReloadMeters meters;
    private final TlsReload tls;

    ConfigReloader(Config config, QuintetConfig quintet, ChannelRegistry channels, ReloadMeters meters, TlsReload tls) {
        this.loader = SnapshotLoader.of(config, quintet);
        this.snapshots = channels.watch("config", loader.first(), "ConfigReloader", "all");
        this.requests = channels.bounded("cfg_reload", REQUESTS_MAX, "signal, file", "ConfigReloader");
        this.meters = meters;
        this.tls = tls;
    }

    /** Never waits: a full channel means that a reload is due anyway, and it will read what is current then. */
    void request(ReloadSource source) {
        requests.offer(source);
    }

    /** The task: ends when it is cancelled. */
    Uni<Void> run() {
        return requests.consumeBatches(REQUESTS_MAX, HandlerThreads.named("config"), this::reload);
    }

    Watch<Snapshot> snapshots() {
        return snapshots;
    }

    /** All that waited asked for the same thing, so the latest speaks for them. */
    private void reload(List<ReloadSource> burst) {
        ReloadSource source = burst.getLast();
        switch (loader.load()) {
            case Loaded loaded -> accept(loaded, source);
            case Refused refused -> {
                refused.problems().forEach(problem -> LOG.error(problem.line()));
                LOG.errorf("reload by %s refused whole; the running configuration stays", source.label());
                meters.refused(refused.problems().getFirst().reason());
            }
        }
    }

    private void accept(Loaded loaded, ReloadSource source) {
        loaded.levels().run();
        snapshots.set(loaded.snapshot());
        loaded.waiting().forEach(key -> LOG.warnf("%s changed but needs a restart", key));
        LOG.infof(
                "configuration reloaded by %s, generation %d",
                source.label(), loaded.snapshot().generation());
        meters.accepted(source);
        tls.reload();
    }
}
