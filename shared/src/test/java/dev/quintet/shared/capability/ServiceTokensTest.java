package dev.quintet.shared.capability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.capability.token.Refusal;
import io.quarkus.runtime.StartupEvent;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceTokensTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final RootKeyStore keys = new RootKeyStore(
            RootKeySourceTest.source(Map.of("quintet.capability.root-key", "k1:" + Tokens.SECRET), true));
    private final ServiceTokens tokens = new ServiceTokens(keys, Clock.fixed(NOW, ZoneOffset.UTC));

    @Test
    void permitsItsScopesAndNothingElse() {
        assertThat(verify(NOW)).isInstanceOfSatisfying(Verdict.Granted.class, granted -> {
            assertThat(granted.grant().allows("storage:write")).isTrue();
            assertThat(granted.grant().allows("storage:owner")).isTrue();
            assertThat(granted.grant().allows("storage:delete")).isFalse();
        });
    }

    @Test
    void isWorthlessAfterAMinute() {
        assertThat(verify(NOW.plusSeconds(59))).isInstanceOf(Verdict.Granted.class);
        assertThat(verify(NOW.plusSeconds(60))).isEqualTo(new Verdict.Refused(Refusal.EXPIRED));
    }

    private Verdict verify(Instant at) {
        keys.onStart(new StartupEvent());
        String header = tokens.bearer("storage:write", "storage:owner");
        return new CapabilityVerifier(keys::current).verify(header.substring("Bearer ".length()), "/o", at);
    }
}
