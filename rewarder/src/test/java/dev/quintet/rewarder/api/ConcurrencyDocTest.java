package dev.quintet.rewarder.api;

import dev.quintet.shared.flow.ChannelRegistry;
import dev.quintet.shared.lifecycle.Supervisor;
import dev.quintet.shared.testkit.DocTables;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** docs/concurrency/rewarder.md lists the channels and tasks that the running rewarder declares. */
@QuarkusTest
@TestProfile(RewarderProfile.class)
class ConcurrencyDocTest {
    @Inject
    ChannelRegistry channels;

    @Inject
    Supervisor supervisor;

    @Test
    void theDocumentListsEveryChannelAndTask() {
        DocTables.check("rewarder", channels.declarations(), supervisor.declarations());
    }
}
