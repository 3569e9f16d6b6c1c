package dev.quintet.shared.admin;

import dev.quintet.shared.lifecycle.Readiness;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;

/** Our readiness as a health check, so that tools that ask SmallRye Health see the same. */
@org.eclipse.microprofile.health.Readiness
@ApplicationScoped
class ReadyCheck implements HealthCheck {
    private final Readiness readiness;

    ReadyCheck(Readiness readiness) {
        this.readiness = readiness;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("quintet")
                .status(readiness.writeReady())
                .withData("read_ready", readiness.readReady())
                .withData("write_ready", readiness.writeReady())
                .withData("causes", String.join(",", readiness.causes()))
                .build();
    }
}
