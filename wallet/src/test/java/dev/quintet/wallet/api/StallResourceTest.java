package dev.quintet.wallet.api;

import static dev.quintet.wallet.api.Caller.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.lifecycle.Readiness;
import dev.quintet.wallet.client.FaultyLedger;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@QuarkusTest
@TestProfile(WalletProfile.class)
@Timeout(60)
class StallResourceTest {
    private final Caller caller = Caller.withEveryScope();
    private final String asset = fresh("ron");
    private final String alice = fresh("alice");

    @Inject
    FaultyLedger faults;

    @Inject
    Readiness readiness;

    @Test
    void aStallCostsWritesAndNotReadsAndEndsByItself() {
        // Given
        caller.issue(alice, asset, "5");
        assertThat(caller.balance(alice, asset).<String>path("total_minor")).isEqualTo("5");

        // When
        faults.stall(Duration.ofSeconds(2));
        var waiting = CompletableFuture.supplyAsync(() -> caller.issue(alice, asset, "1"));
        until(() -> !readiness.writeReady());

        // Then
        assertThat(readiness.readReady()).isTrue();
        var refused = caller.issue(alice, asset, "1");
        OperationsResourceTest.assertProblem(refused, 503, "UPSTREAM_UNAVAILABLE");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        var balance = caller.balance(alice, asset);
        assertThat(balance.statusCode()).isEqualTo(200);
        assertThat(balance.<Integer>path("stale_ms")).isPositive();
        until(readiness::writeReady);
        int first = waiting.join().statusCode();
        assertThat(first).isIn(200, 503);
        assertThat(caller.issue(alice, asset, "1").statusCode()).isEqualTo(200);
        assertThat(caller.balance(alice, asset).<String>path("total_minor")).isEqualTo(first == 200 ? "7" : total());
    }

    /** Asks the service itself between looks, which is pause enough; the time limit of the class ends it. */
    private void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            caller.balance(alice, asset);
        }
    }

    /** After an unknown outcome the ledger is asked, and tells one of two truths. */
    private String total() {
        String total = caller.balance(alice, asset).path("total_minor");
        assertThat(total).isIn("6", "7");
        return total;
    }
}
