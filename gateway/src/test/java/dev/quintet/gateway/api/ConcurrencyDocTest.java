package dev.quintet.gateway.api;

import dev.quintet.shared.flow.ChannelRegistry;
import dev.quintet.shared.lifecycle.Supervisor;
import dev.quintet.shared.testkit.DocTables;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** docs/concurrency/gateway.md lists the channels and tasks that the running gateway declares. */
@QuarkusTest
@TestProfile(UsageProfile.class)
class ConcurrencyDocTest {
    @Inject
    ChannelRegistry channels;

    @Inject
    Supervisor supervisor;

    @Test
    void theDocumentListsEveryChannelAndTask() {
        DocTables.check("gateway", channels.declarations(), supervisor.declarations());
    }
}
