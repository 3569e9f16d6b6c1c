package dev.quintet.storage.pipeline;

import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.Delivery;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;

/** Follows what happens to objects in the log; lossy by design, the volumes are the durable record. */
@ApplicationScoped
class AuditLog {
    private static final Logger LOG = Logger.getLogger("dev.quintet.storage.audit");

    private final Broadcast<ObjectEvent> events;

    AuditLog(Broadcast<ObjectEvent> events) {
        this.events = events;
    }

    Uni<Void> run() {
        return events.subscribe("audit_log")
                .onItem()
                .invoke(AuditLog::note)
                .onItem()
                .ignoreAsUni();
    }

    private static void note(Delivery<ObjectEvent> delivery) {
        switch (delivery) {
            case Delivery.Item<ObjectEvent>(ObjectEvent event) -> {
                var level = event.kind() == ObjectEvent.Kind.CORRUPT ? Logger.Level.WARN : Logger.Level.DEBUG;
                LOG.logf(level, "%s %s", event.kind(), event.address());
            }
            case Delivery.Lagged<ObjectEvent>(long missed) -> LOG.warnf("the audit log missed %d events", missed);
        }
    }
}
