package dev.quintet.shared.config;

import dev.quintet.shared.config.ConfigCheck.Severity;
import io.smallrye.config.SmallRyeConfig;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.Config;

/** The checks every service needs, whatever it does. */
@Dependent
class StandardChecks {

    @Produces
    @Singleton
    ConfigCheck explicitRootKey(QuintetConfig quintet, Config config) {
        var capability = quintet.capability();
        boolean explicit =
                capability.rootKey().isPresent() || capability.rootKeyFile().isPresent();
        return new ConfigCheck(
                "explicit-root-key",
                "quintet.capability.root-key-file",
                Severity.SEVERE,
                "profile prod needs an explicit root key: set this file or the variable QUINTET_CAPABILITY_ROOT_KEY",
                explicit || !Audit.production(config.unwrap(SmallRyeConfig.class)));
    }

    @Produces
    @Singleton
    ConfigCheck dangerOk(QuintetConfig quintet) {
        return new ConfigCheck(
                "danger-ok",
                Audit.DANGER_OK,
                Severity.WARNING,
                "safety limits may be looser than their defaults",
                !quintet.dangerOk());
    }

    @Produces
    @Singleton
    ConfigCheck amnesia(QuintetConfig quintet) {
        return new ConfigCheck(
                "amnesia",
                "quintet.amnesia",
                Severity.WARNING,
                "nothing is written to disk; all state ends with the process",
                !quintet.amnesia());
    }
}
