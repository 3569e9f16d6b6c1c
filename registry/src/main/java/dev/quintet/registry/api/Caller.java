package dev.quintet.registry.api;

import dev.quintet.registry.domain.Origin;
import dev.quintet.registry.pipeline.Intake;
import dev.quintet.shared.capability.Capability;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.http.Exchange;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.RequestScoped;
import java.util.function.Supplier;

/** Who asks, and the audit record that a refusal leaves. */
@RequestScoped
class Caller {
    private final Capability capability;
    private final RoutingContext routing;
    private final Intake intake;

    Caller(Capability capability, RoutingContext routing, Intake intake) {
        this.capability = capability;
        this.routing = routing;
        this.intake = intake;
    }

    Origin origin() {
        return new Origin(capability.tokenId().orElse(""), Exchange.of(routing).corrId());
    }

    /** What the work answers; a refusal is audited on its way to the caller. */
    <T> T audited(String what, String subject, Supplier<T> work) {
        try {
            return work.get();
        } catch (ServiceException refusal) {
            intake.audit(origin(), what, subject, "", refusal);
            throw refusal;
        }
    }
}
