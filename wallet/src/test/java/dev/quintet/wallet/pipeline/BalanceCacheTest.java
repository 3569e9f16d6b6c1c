package dev.quintet.wallet.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.config.HotConfig;
import dev.quintet.shared.flow.BoundedChannel;
import dev.quintet.shared.flow.HandlerThreads;
import dev.quintet.shared.testkit.ManualClock;
import dev.quintet.shared.testkit.MappingDefaults;
import dev.quintet.wallet.client.FaultyLedger;
import dev.quintet.wallet.config.WalletConfig;
import dev.quintet.wallet.domain.Amount;
import dev.quintet.wallet.domain.Command;
import dev.quintet.wallet.domain.Ledger.Batch;
import dev.quintet.wallet.domain.Limits;
import dev.quintet.wallet.domain.Policy;
import dev.quintet.wallet.store.EmbeddedLedger;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BalanceCacheTest {
    private static final Policy POLICY = new Policy(new Limits(Amount.MAX, Amount.MAX, Amount.MAX), 60_000, 100);

    private final BoundedChannel<EmbeddedLedger.Group> groups = new BoundedChannel<>("ledger", 16);
    private final EmbeddedLedger embedded = EmbeddedLedger.open(
            null,
            1_000,
            groups,
            new EmbeddedLedger.Surroundings(InstantSource.system(), () -> POLICY, HandlerThreads.named("background")));
    private final FaultyLedger ledger = new FaultyLedger(embedded);
    private final ManualClock clock = new ManualClock();
    private final BalanceCache cache =
            new BalanceCache(ledger, HotConfig.fixed(MappingDefaults.of(WalletConfig.class)), clock);

    @BeforeEach
    void start() {
        groups.consume(1, HandlerThreads.named("writer"), embedded::write)
                .subscribe()
                .with(_ -> {});
    }

    @AfterEach
    void stop() {
        groups.close();
    }

    @Test
    void anEmbeddedLedgerIsAlwaysAsked() {
        issue("1");
        assertThat(total()).isEqualTo(Amount.of(1));

        issue("2");

        assertThat(total()).isEqualTo(Amount.of(2));
        assertThat(cache.read("alice", "ron").staleMillis()).isZero();
    }

    @Test
    void aRemoteLedgerIsAskedAgainAfterAQuarterOfASecond() {
        // Given
        ledger.remote(true);
        issue("1");
        assertThat(total()).isEqualTo(Amount.of(1));
        issue("2");

        // When
        clock.advance(Duration.ofMillis(250));
        var old = cache.read("alice", "ron");
        clock.advance(Duration.ofMillis(1));
        var fresh = cache.read("alice", "ron");

        // Then
        assertThat(old.balance().total()).isEqualTo(Amount.of(1));
        assertThat(old.staleMillis()).isEqualTo(250);
        assertThat(fresh.balance().total()).isEqualTo(Amount.of(2));
        assertThat(fresh.staleMillis()).isZero();
    }

    @Test
    void aChangeOnTheBusMakesARemoteBalanceNewAtOnce() {
        ledger.remote(true);
        issue("1");
        assertThat(total()).isEqualTo(Amount.of(1));
        issue("2");

        cache.refresh(new LedgerChange("alice", "ron"));

        assertThat(total()).isEqualTo(Amount.of(2));
    }

    @Test
    void aLedgerThatIsAwayCostsTheAgeAndNotTheBalance() {
        issue("1");
        assertThat(total()).isEqualTo(Amount.of(1));
        ledger.fail(true);

        clock.advance(Duration.ofSeconds(2));

        var old = cache.read("alice", "ron");
        assertThat(old.balance().total()).isEqualTo(Amount.of(1));
        assertThat(old.staleMillis()).isEqualTo(2_000);
    }

    private Amount total() {
        return cache.read("alice", "ron").balance().total();
    }

    private void issue(String key) {
        var batch =
                new Batch(List.of(Command.issue("alice", "ron", Amount.of(1)).key(key)), false);
        var answer = ledger.commit(List.of(batch)).toCompletableFuture();
        answer.join();
    }
}
