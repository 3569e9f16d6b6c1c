package dev.quintet.registry.pipeline;

import dev.quintet.registry.domain.Update;
import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.Delivery;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;

/** Tells the streams what was committed. When it falls behind, the streams read what it missed from the log. */
@ApplicationScoped
class CommitPublisher {
    private final Broadcast<Update> committed;
    private final UpdateFeed feed;

    CommitPublisher(Broadcast<Update> committed, UpdateFeed feed) {
        this.committed = committed;
        this.feed = feed;
    }

    Uni<Void> run() {
        return committed
                .subscribe("commit_publisher")
                .onItem()
                .invoke(this::take)
                .onItem()
                .ignoreAsUni();
    }

    private void take(Delivery<Update> delivery) {
        switch (delivery) {
            case Delivery.Item<Update>(Update update) -> feed.publish(update);
            case Delivery.Lagged<Update> _ -> feed.wake();
        }
    }
}
