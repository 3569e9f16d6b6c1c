package dev.quintet.rewarder.pipeline;

import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.Delivery;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;

/** Writes a line for each step of an epoch. Nothing waits for it, so a flood may cost it lines. */
@ApplicationScoped
class EventLog {
    private static final Logger LOG = Logger.getLogger(EventLog.class);

    private final Broadcast<EpochEvent> events;

    EventLog(Broadcast<EpochEvent> events) {
        this.events = events;
    }

    Uni<Void> run() {
        return events.subscribe("event_log")
                .onItem()
                .invoke(EventLog::write)
                .onItem()
                .ignoreAsUni();
    }

    private static void write(Delivery<EpochEvent> delivery) {
        switch (delivery) {
            case Delivery.Item<EpochEvent>(EpochEvent event) ->
                LOG.infof("epoch %s is %s", event.epoch(), event.status());
            case Delivery.Lagged<EpochEvent>(long missed) -> LOG.warnf("%d epoch events were lost", missed);
        }
    }
}
