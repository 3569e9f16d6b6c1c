package dev.quintet.wallet.pipeline;

import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.Delivery;
import dev.quintet.wallet.domain.ledger.Posting;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;

/** Follows the accepted operations in the log at DEBUG; lossy by design, the ledger itself is the durable audit. */
@ApplicationScoped
class AuditLog {
    private static final Logger LOG = Logger.getLogger("dev.quintet.wallet.audit");

    private final Broadcast<Posting> events;

    AuditLog(Broadcast<Posting> events) {
        this.events = events;
    }

    Uni<Void> run() {
        return events.subscribe("audit_log")
                .onItem()
                .invoke(AuditLog::note)
                .onItem()
                .ignoreAsUni();
    }

    private static void note(Delivery<Posting> delivery) {
        switch (delivery) {
            case Delivery.Item<Posting>(Posting posting) ->
                LOG.debugf(
                        "%s tx_%s entry %d",
                        posting.entry().op().wire(),
                        posting.entry().txid(),
                        posting.entry().seq());
            case Delivery.Lagged<Posting>(long missed) -> LOG.warnf("the audit log missed %d operations", missed);
        }
    }
}
