package dev.quintet.wallet.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.wallet.api.WalletProfile;
import dev.quintet.wallet.domain.Ledger.Batch;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@QuarkusTest
@TestProfile(WalletProfile.class)
@Timeout(60)
class GuardedLedgerResourceTest {
    private static final Batch NOTHING = new Batch(List.of(), false);

    @Inject
    GuardedLedger ledger;

    @Inject
    FaultyLedger faults;

    @Inject
    MeterRegistry meters;

    @Test
    void triesThreeTimesThenOpensTheBreakerAndClosesItByItself() {
        // Given
        double retries = count("backoff_retries_total");
        double failures = count("upstream_fail_total");
        faults.fail(true);

        // When
        int calls = 0;
        Throwable last = null;
        while (!(last instanceof CircuitBreakerOpenException)) {
            calls++;
            last = failure();
        }
        faults.fail(false);

        // Then
        // Fewer than twenty when an earlier test left some in the window; BreakerTest counts exactly.
        assertThat(count("upstream_fail_total")).isGreaterThan(failures);
        assertThat(count("backoff_retries_total") - retries).isGreaterThanOrEqualTo(2.0 * (calls - 2));
        assertThat(count("circuit_open_total")).isPositive();
        int wellInARow = 0;
        while (wellInARow < 20) {
            wellInARow = failure() == null ? wellInARow + 1 : 0;
        }
    }

    private @org.jspecify.annotations.Nullable Throwable failure() {
        try {
            ledger.commit(List.of(NOTHING)).toCompletableFuture().join();
            return null;
        } catch (CompletionException e) {
            return e.getCause();
        } catch (RuntimeException e) {
            return e;
        }
    }

    private double count(String meter) {
        return meters.find(meter).counters().stream()
                .mapToDouble(io.micrometer.core.instrument.Counter::count)
                .sum();
    }
}
