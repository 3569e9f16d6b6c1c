package dev.quintet.wallet.api;

import dev.quintet.shared.flow.ChannelRegistry;
import dev.quintet.shared.lifecycle.Supervisor;
import dev.quintet.shared.testkit.DocTables;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** docs/concurrency/wallet.md lists the channels and tasks that the running wallet declares. */
@QuarkusTest
@TestProfile(WalletProfile.class)
class ConcurrencyDocTest {
    @Inject
    ChannelRegistry channels;

    @Inject
    Supervisor supervisor;

    @Test
    void theDocumentListsEveryChannelAndTask() {
        DocTables.check("wallet", channels.declarations(), supervisor.declarations());
    }
}
