package dev.quintet.wallet.pipeline;

import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.Delivery;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;

/** Keeps the balance cache current by what the ledger's bus says; after a gap nothing it knew is trusted. */
@ApplicationScoped
class BalanceInvalidator {
    private final Broadcast<LedgerChange> bus;
    private final BalanceCache cache;

    BalanceInvalidator(Broadcast<LedgerChange> bus, BalanceCache cache) {
        this.bus = bus;
        this.cache = cache;
    }

    Uni<Void> run() {
        return bus.subscribe("balance_invalidator")
                .onItem()
                .invoke(this::take)
                .onItem()
                .ignoreAsUni();
    }

    private void take(Delivery<LedgerChange> delivery) {
        switch (delivery) {
            case Delivery.Item<LedgerChange>(LedgerChange change) -> cache.refresh(change);
            case Delivery.Lagged<LedgerChange> _ -> cache.clear();
        }
    }
}
