package dev.quintet.shared.capability;

import static dev.quintet.shared.capability.Tokens.KEY;
import static dev.quintet.shared.capability.Tokens.NOW;
import static dev.quintet.shared.capability.Tokens.OLD_KEY;
import static dev.quintet.shared.capability.Tokens.PATH;
import static dev.quintet.shared.capability.Tokens.granted;
import static dev.quintet.shared.capability.Tokens.refused;
import static dev.quintet.shared.capability.Tokens.token;
import static dev.quintet.shared.capability.Tokens.verifier;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.Refusal;
import dev.quintet.shared.capability.token.RootKey;
import dev.quintet.shared.capability.token.RootKeys;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CapabilityVerifierTest {
    private final CapabilityVerifier verifier = verifier(KEY);

    @Test
    void grantsWhatTheCaveatsSay() {
        // Given
        Macaroon token = token(
                "scope in wallet:transfer,wallet:read",
                "tenant = t1",
                "account = acc_x",
                "asset = ron",
                "path_prefix = /v1",
                "before = 2026-03-01T12:00:01Z");

        // When
        var grant = granted(verify(token, PATH, NOW));

        // Then
        assertThat(grant.tokenId()).isEqualTo(token.uniqueId());
        assertThat(grant.allows("wallet:transfer")).isTrue();
        assertThat(grant.allows("wallet:burn")).isFalse();
        assertThat(grant.tenant()).contains("t1");
        assertThat(grant.account()).contains("acc_x");
        assertThat(grant.asset()).contains("ron");
        assertThat(grant.allowsAccount("acc_y")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"-1, true", "0, false", "1, false"})
    void expiresAtTheVeryNanosecond(long nanosPast, boolean valid) {
        // Given
        Macaroon token = token("before = " + NOW);

        // When
        Verdict verdict = verify(token, PATH, NOW.plusNanos(nanosPast));

        // Then
        assertThat(verdict instanceof Verdict.Granted).isEqualTo(valid);
        if (!valid) {
            assertThat(verdict).isEqualTo(refused(Refusal.EXPIRED));
        }
    }

    @Test
    void theEarliestOfSeveralEndsCounts() {
        assertThat(verify(token("before = 2026-03-01T11:00:00Z", "before = 2027-01-01T00:00:00Z"), PATH, NOW))
                .isEqualTo(refused(Refusal.EXPIRED));
    }

    @Test
    void scopesOfSeveralCaveatsIntersect() {
        // When
        var grant = granted(verify(
                token("scope in wallet:read,wallet:transfer", "scope in wallet:transfer,wallet:burn"), PATH, NOW));

        // Then
        assertThat(grant.allows("wallet:transfer")).isTrue();
        assertThat(grant.allows("wallet:read")).isFalse();
        assertThat(grant.allows("wallet:burn")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tenant", "account", "asset"})
    void restrictionsThatExcludeEachOtherLeaveNothing(String kind) {
        assertThat(verify(token(kind + " = a", kind + " = b"), PATH, NOW)).isEqualTo(refused(Refusal.CONTRADICTION));
        assertThat(granted(verify(token(kind + " = a", kind + " = a"), PATH, NOW)))
                .isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"/v1, true", "/v1/transfer, true", "/v10, false", "/v10/x, false", "/v1/../admin, false", "/, false"})
    void thePathMustLieUnderThePrefix(String path, boolean valid) {
        assertThat(verify(token("path_prefix = /v1"), path, NOW) instanceof Verdict.Granted)
                .isEqualTo(valid);
    }

    @Test
    void everyPathPrefixMustHold() {
        Macaroon token = token("path_prefix = /v1", "path_prefix = /v1/transfer");

        assertThat(verify(token, "/v1/transfer", NOW)).isInstanceOf(Verdict.Granted.class);
        assertThat(verify(token, "/v1/burn", NOW)).isEqualTo(refused(Refusal.PATH));
    }

    @Test
    void anotherKeyUnderTheSameIdForgesNothing() {
        // Given
        RootKey impostor = RootKey.generate(KEY.id());

        // Then
        assertThat(verify(Macaroon.mint(impostor), PATH, NOW)).isEqualTo(refused(Refusal.FORGED));
    }

    @Test
    void aKeyThatIsNotLiveIsUnknown() {
        assertThat(verify(Macaroon.mint(OLD_KEY), PATH, NOW)).isEqualTo(refused(Refusal.UNKNOWN_KEY));
    }

    @Test
    void aRotationKeepsOldTokensUntilTheOldKeyIsDropped() {
        // Given
        var live = new AtomicReference<>(new RootKeys(List.of(OLD_KEY)));
        var rotating = new CapabilityVerifier(live::get);
        String old = Macaroon.mint(OLD_KEY).serialize();

        // When
        var both = new RootKeys(List.of(KEY, OLD_KEY));
        live.set(both);
        String fresh = Macaroon.mint(both.minting()).serialize();

        // Then
        assertThat(Macaroon.parse(fresh).keyId()).isEqualTo(KEY.id());
        granted(rotating.verify(old, PATH, NOW));
        granted(rotating.verify(fresh, PATH, NOW));
        live.set(new RootKeys(List.of(KEY)));
        assertThat(rotating.verify(old, PATH, NOW)).isEqualTo(refused(Refusal.UNKNOWN_KEY));
        granted(rotating.verify(fresh, PATH, NOW));
    }

    @Test
    void anExpiredTokenIsCalledExpiredWhateverElseIsWrong() {
        assertThat(verify(token("path_prefix = /v2", "before = 2020-01-01T00:00:00Z"), PATH, NOW))
                .isEqualTo(refused(Refusal.EXPIRED));
    }

    private Verdict verify(Macaroon token, String path, Instant now) {
        return verifier.verify(token.serialize(), path, now);
    }
}
