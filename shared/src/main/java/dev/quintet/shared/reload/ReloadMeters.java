package dev.quintet.shared.reload;

import dev.quintet.shared.config.Problem;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.Arrays;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** {@code <service>_reload_success_total{source}} and {@code <service>_reload_fail_total{reason}}, present from the start. */
@Singleton
class ReloadMeters {
    private final MeterRegistry meters;
    private final String service;

    ReloadMeters(MeterRegistry meters, @ConfigProperty(name = "quarkus.application.name") String service) {
        this.meters = meters;
        this.service = service;
        Arrays.stream(ReloadSource.values()).forEach(this::success);
        Arrays.stream(Problem.Reason.values()).forEach(this::fail);
    }

    void accepted(ReloadSource source) {
        success(source).increment();
    }

    void refused(Problem.Reason reason) {
        fail(reason).increment();
    }

    private Counter success(ReloadSource source) {
        return meters.counter(service + "_reload_success_total", "source", source.label());
    }

    private Counter fail(Problem.Reason reason) {
        return meters.counter(service + "_reload_fail_total", "reason", reason.label());
    }
}
