package dev.quintet.wallet.pipeline;

import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.Broadcast;
import dev.quintet.shared.flow.ChannelRegistry;
import dev.quintet.wallet.config.WalletConfig;
import dev.quintet.wallet.domain.ledger.Posting;
import dev.quintet.wallet.store.EmbeddedLedger;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Every queue the wallet owns; docs/concurrency/wallet.md is checked against it. */
class WalletChannels {
    /** Groups before the ledger's writer: the committer's own, and those it gave up on and repeated. */
    private static final int LEDGER_GROUPS = 16;

    @Produces
    @Singleton
    BoundedChannel<CommitJob> work(ChannelRegistry channels, WalletConfig config) {
        return channels.bounded("work", config.channels().work(), "Intake", "Committer");
    }

    @Produces
    @Singleton
    BoundedChannel<EmbeddedLedger.Group> ledger(ChannelRegistry channels) {
        return channels.bounded("ledger", LEDGER_GROUPS, "Committer", "EmbeddedLedger");
    }

    @Produces
    @Singleton
    Broadcast<Posting> events(ChannelRegistry channels, WalletConfig config) {
        return channels.broadcast("events", config.channels().events(), "Committer", "EventsResource, AuditLog");
    }

    @Produces
    @Singleton
    Broadcast<LedgerChange> ledgerBus(ChannelRegistry channels, WalletConfig config) {
        return channels.broadcast("ledger_bus", config.channels().ledgerBus(), "Committer", "BalanceInvalidator");
    }
}
