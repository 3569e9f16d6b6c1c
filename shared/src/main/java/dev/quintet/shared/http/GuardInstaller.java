package dev.quintet.shared.http;

import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.config.QuintetConfig;
import dev.quintet.shared.http.guard.GuardSettings;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.subscription.Cancellable;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.jspecify.annotations.Nullable;

/** Gives the connection guard the configured limits, now and after each reload. */
@ApplicationScoped
class GuardInstaller {
    private final HotConfig<QuintetConfig> config;
    private final RequestMeters meters;
    private @Nullable Cancellable changes;

    GuardInstaller(HotConfig<QuintetConfig> config, RequestMeters meters) {
        this.config = config;
        this.meters = meters;
    }

    void configure(@Observes StartupEvent event) {
        apply(config.current());
        changes = config.changes().subscribe().with(this::apply);
    }

    void stop(@Observes ShutdownEvent event) {
        if (changes != null) {
            changes.cancel();
        }
    }

    private void apply(QuintetConfig now) {
        var http = now.http();
        new GuardSettings(
                        http.readTimeout(),
                        http.writeTimeout(),
                        http.idleTimeout(),
                        http.bodyMax().asLongValue(),
                        meters::rejected)
                .apply();
    }
}
