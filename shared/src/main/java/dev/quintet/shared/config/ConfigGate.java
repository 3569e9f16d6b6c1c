package dev.quintet.shared.config;

import dev.quintet.shared.config.ConfigCheck.Severity;
import io.quarkus.arc.All;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.config.SmallRyeConfig;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/** Lets the service start only with a configuration that passes; runs before any other start-up code. */
@Singleton
class ConfigGate {
    /** EX_CONFIG of sysexits.h: tells a supervisor that a restart will not help. */
    static final int EXIT_CODE = 78;

    private static final Logger LOG = Logger.getLogger(ConfigGate.class);

    void onStart(@Observes @Priority(1) StartupEvent event, Config config, @All List<ConfigCheck> checks) {
        List<String> lines = refusals(config.unwrap(SmallRyeConfig.class), checks);
        if (!lines.isEmpty()) {
            throw new StartRefusedException(String.join("\n", lines));
        }
    }

    private static List<String> refusals(SmallRyeConfig config, List<ConfigCheck> checks) {
        var lines = new ArrayList<String>();
        Audit.of(config, Mappings.settings(Mappings.loaded(config))).forEach(problem -> lines.add(problem.line()));
        UnknownKeys.of(config, Mappings.settings()).forEach(problem -> lines.add(problem.line()));
        for (ConfigCheck check : checks) {
            if (!check.holds() && check.severity() == Severity.SEVERE) {
                lines.add(check.line());
            } else if (!check.holds()) {
                LOG.warn(check.line());
            }
        }
        return lines;
    }
}
