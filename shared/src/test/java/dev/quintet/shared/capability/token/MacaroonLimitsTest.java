package dev.quintet.shared.capability.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MacaroonLimitsTest {
    private static final RootKey KEY = RootKey.generate("k1");

    @ParameterizedTest
    @EnumSource
    void thirtyTwoCaveatsFitAndOneMoreDoesNot(TokenFormat format) {
        // Given
        Macaroon full = Macaroon.mint(KEY).as(format);
        for (int i = 0; i < Macaroon.CAVEATS_MAX; i++) {
            full = full.attenuate(new Caveat.TenantIs("t1"));
        }
        Macaroon last = full;

        // Then
        assertThat(Macaroon.parse(full.serialize()).caveats()).hasSize(32);
        assertRefused(Refusal.TOO_LARGE, () -> last.attenuate(new Caveat.TenantIs("t1")));
    }

    @Test
    void aForeignTokenWithOneCaveatTooManyIsRefusedOnReading() {
        // Given
        var builder = com.github.nitram509.jmacaroons.Macaroon.builder("quintet", "secret", "q1:k1:x");
        for (int i = 0; i <= Macaroon.CAVEATS_MAX; i++) {
            builder.addCaveat("tenant = t1");
        }

        // Then
        assertRefused(Refusal.TOO_LARGE, () -> Macaroon.parse(builder.build().serialize()));
    }

    @ParameterizedTest
    @EnumSource
    void eightKibibytesFitAndOneCharacterMoreDoesNot(TokenFormat format) {
        // Given: the longest caveat that still fits, found by its length.
        Macaroon bare = Macaroon.mint(KEY).as(format);
        int size = Macaroon.TOKEN_CHARS_MAX;
        while (chars(bare, size) > Macaroon.TOKEN_CHARS_MAX) {
            size--;
        }
        Macaroon largest = bare.attenuate("x".repeat(size));
        Macaroon tooLarge = bare.attenuate("x".repeat(size + 1));

        // Then
        assertThat(largest.serialize()).hasSizeBetween(Macaroon.TOKEN_CHARS_MAX - 1, Macaroon.TOKEN_CHARS_MAX);
        assertThat(Macaroon.parse(largest.serialize()).caveats()).hasSize(1);
        assertRefused(Refusal.TOO_LARGE, tooLarge::serialize);
        assertRefused(Refusal.TOO_LARGE, () -> Macaroon.parse("A".repeat(Macaroon.TOKEN_CHARS_MAX + 1)));
        assertRefused(Refusal.MALFORMED, () -> Macaroon.parse("A".repeat(Macaroon.TOKEN_CHARS_MAX)));
    }

    @ParameterizedTest
    @EnumSource
    void readsPaddedAndUnpadded(TokenFormat format) {
        for (String tenant : new String[] {"a", "ab", "abc"}) {
            // Given
            String token = Macaroon.mint(KEY)
                    .as(format)
                    .attenuate(new Caveat.TenantIs(tenant))
                    .serialize();
            String padded =
                    Base64.getUrlEncoder().encodeToString(Base64.getUrlDecoder().decode(token));

            // Then
            assertThat(token).doesNotContain("=");
            assertThat(Macaroon.parse(padded).serialize()).isEqualTo(token);
        }
    }

    @Test
    void twoTokensOfOneKeyAreNeverTheSame() {
        assertThat(Macaroon.mint(KEY).serialize())
                .isNotEqualTo(Macaroon.mint(KEY).serialize());
    }

    @Test
    void neitherKeyNorTokenShowsItsSecret() {
        Macaroon token = Macaroon.mint(KEY);

        assertThat(KEY.toString()).isEqualTo("RootKey[k1]");
        assertThat(token.toString()).isEqualTo("Macaroon[q1:k1:" + token.uniqueId() + ", 0 caveats]");
    }

    private static int chars(Macaroon bare, int size) {
        byte[] bytes = switch (bare.format()) {
            case V1 -> PacketsV1.write(bare.attenuate("x".repeat(size)));
            case V2 -> FieldsV2.write(bare.attenuate("x".repeat(size)));
        };
        return (bytes.length * 4 + 2) / 3;
    }

    private static void assertRefused(Refusal refusal, Runnable action) {
        assertThatExceptionOfType(RefusedTokenException.class)
                .isThrownBy(action::run)
                .extracting(RefusedTokenException::refusal)
                .isEqualTo(refusal);
    }
}
