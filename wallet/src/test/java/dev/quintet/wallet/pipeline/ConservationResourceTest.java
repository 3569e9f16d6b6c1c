package dev.quintet.wallet.pipeline;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.lifecycle.Readiness;
import dev.quintet.wallet.api.WalletProfile;
import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Command;
import dev.quintet.wallet.domain.Ledger.Batch;
import dev.quintet.wallet.domain.ledger.Sabotage;
import dev.quintet.wallet.store.EmbeddedLedger;
import dev.quintet.wallet.store.LedgerBackdoor;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Money from nowhere stops the writes, and only the writes. */
@QuarkusTest
@TestProfile(ConservationResourceTest.Alone.class)
@Timeout(60)
class ConservationResourceTest {

    /** A wallet of its own: after this test it takes no writes. */
    public static class Alone extends WalletProfile {}

    @Inject
    EmbeddedLedger ledger;

    @Inject
    ConservationTick tick;

    @Inject
    Readiness readiness;

    @Inject
    MeterRegistry meters;

    @Test
    void aBreachStopsWritesAndReadsGoOn() {
        // Given
        ledger.commit(List.of(new Batch(
                        List.of(Command.issue("alice", "ron", Amount.of(5)).key("i")), false)))
                .toCompletableFuture()
                .join();
        tick.tick();
        assertThat(checks("ok")).isPositive();
        assertThat(readiness.writeReady()).isTrue();

        // When
        Sabotage.mintSilently(LedgerBackdoor.state(ledger), "alice", "ron", Amount.of(1));
        tick.tick();

        // Then
        assertThat(checks("breach")).isPositive();
        assertThat(readiness.writeReady()).isFalse();
        assertThat(readiness.readReady()).isTrue();
        String token = "Bearer " + WalletProfile.token();
        var write = given().header("Authorization", token)
                .header("Idempotency-Key", "j")
                .contentType("application/json")
                .body("{\"to\":\"alice\",\"asset\":\"ron\",\"amount_minor\":\"1\"}")
                .post("/v1/issue");
        assertThat(write.statusCode()).isEqualTo(503);
        assertThat(write.<String>path("code")).isEqualTo("DEGRADED");
        assertThat(given().header("Authorization", token)
                        .get("/v1/balance?account=alice&asset=ron")
                        .statusCode())
                .isEqualTo(200);
    }

    private double checks(String outcome) {
        var counter = meters.find("wallet_conservation_checks_total")
                .tag("outcome", outcome)
                .counter();
        return counter == null ? 0 : counter.count();
    }
}
