package dev.quintet.wallet.pipeline;

import dev.quintet.shared.config.QuintetConfig;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.wallet.client.FaultyLedger;
import dev.quintet.wallet.config.WalletConfig;
import dev.quintet.wallet.domain.Ledger;
import dev.quintet.wallet.store.EmbeddedLedger;
import io.quarkus.arc.profile.IfBuildProfile;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Singleton;
import java.time.InstantSource;

/** Which ledger the service runs on. */
class LedgerAssembly {

    @Produces
    @Singleton
    @Typed(EmbeddedLedger.class)
    EmbeddedLedger embedded(
            QuintetConfig quintet,
            WalletConfig config,
            BoundedChannel<EmbeddedLedger.Group> groups,
            PolicySource policy) {
        var surroundings = new EmbeddedLedger.Surroundings(
                InstantSource.system(), policy, HandlerThreads.named("ledger-background"));
        return EmbeddedLedger.open(
                quintet.amnesia() ? null : quintet.dataDir(), config.idempotencyKeysMax(), groups, surroundings);
    }

    @Produces
    @Singleton
    @Typed(FaultyLedger.class)
    @IfBuildProfile(anyOf = {"dev", "test"})
    FaultyLedger faulty(EmbeddedLedger embedded) {
        return new FaultyLedger(embedded);
    }

    @Produces
    @Singleton
    @Typed(Ledger.class)
    Ledger ledger(EmbeddedLedger embedded, Instance<FaultyLedger> faulty) {
        return faulty.isResolvable() ? faulty.get() : embedded;
    }
}
