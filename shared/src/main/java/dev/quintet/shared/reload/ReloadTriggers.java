package dev.quintet.shared.reload;

import dev.quintet.shared.config.QuintetConfig;
import dev.quintet.shared.lifecycle.Supervisor;
import dev.quintet.shared.lifecycle.WhenDraining;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.jboss.logging.Logger;

/** What asks for a reload: SIGHUP, and a change of the watched file. */
@Singleton
class ReloadTriggers {
    private static final Logger LOG = Logger.getLogger(ReloadTriggers.class);

    private final ConfigReloader reloader;
    private final Optional<FileWatch> file;

    ReloadTriggers(ConfigReloader reloader, QuintetConfig config) {
        this.reloader = reloader;
        this.file = config.configFile().map(FileWatch::new);
    }

    /** At start, so after Quarkus' own handlers, one of which would end a native process at SIGHUP. */
    void listen(@Observes StartupEvent event, Supervisor supervisor) {
        if (!HangUp.onSignal(() -> reloader.request(ReloadSource.SIGNAL))) {
            LOG.info("this system has no SIGHUP; only a change of the watched file reloads");
        }
        supervisor.runUntilDrain("cfg_reload", "config", reloader::run);
    }

    @Scheduled(
            identity = "config_file",
            every = "{quintet.config-poll}",
            concurrentExecution = ConcurrentExecution.SKIP,
            skipExecutionIf = WhenDraining.class)
    void tick() {
        if (file.isPresent() && file.get().changed()) {
            reloader.request(ReloadSource.FILE);
        }
    }
}
