package dev.quintet.shared.capability.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.github.nitram509.jmacaroons.MacaroonsSerializer;
import com.github.nitram509.jmacaroons.MacaroonsVerifier;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both directions against jmacaroons, which we did not write. */
class StockLibraryTest {
    private static final String SECRET = "0f".repeat(32);
    private static final byte[] SECRET_BYTES = HexFormat.of().parseHex(SECRET);
    private static final RootKey KEY = RootKey.parse("k1:" + SECRET);

    @ParameterizedTest
    @EnumSource
    void itReadsAndVerifiesOurs(TokenFormat format) {
        // Given
        Macaroon ours = Macaroon.mint(KEY)
                .as(format)
                .attenuate(new Caveat.TenantIs("t1"))
                .attenuate(new Caveat.AccountIs("a".repeat(200)));

        // When
        var theirs = com.github.nitram509.jmacaroons.Macaroon.deserialize(ours.serialize(), serializer(format));

        // Then
        assertThat(theirs.identifier).isEqualTo("q1:k1:" + ours.uniqueId());
        assertThat(new MacaroonsVerifier(theirs)
                        .satisfyExact("tenant = t1")
                        .satisfyExact("account = " + "a".repeat(200))
                        .isValid(SECRET_BYTES))
                .isTrue();
        assertThat(theirs.serialize(serializer(format))).isEqualTo(ours.serialize());
    }

    @ParameterizedTest
    @EnumSource
    void itAttenuatesOursWithoutTheKey(TokenFormat format) {
        // Given
        Macaroon ours = Macaroon.mint(KEY).as(format).attenuate(new Caveat.TenantIs("t1"));
        var theirs = com.github.nitram509.jmacaroons.Macaroon.deserialize(ours.serialize(), serializer(format));

        // When
        String attenuated = com.github.nitram509.jmacaroons.Macaroon.builder(theirs)
                .addCaveat("asset = ron")
                .build()
                .serialize(serializer(format));

        // Then
        Macaroon back = Macaroon.parse(attenuated);
        assertThat(back.isMintedUnder(KEY)).isTrue();
        assertThat(back.caveats()).containsExactly("tenant = t1", "asset = ron");
        assertThat(ours.attenuate(new Caveat.AssetIs("ron")).serialize()).isEqualTo(attenuated);
    }

    @ParameterizedTest
    @EnumSource
    void weAcceptWhatItMintsUnderOurKey(TokenFormat format) {
        // When
        String theirs = com.github.nitram509.jmacaroons.Macaroon.builder("quintet", SECRET_BYTES, "q1:k1:job-7")
                .addCaveat("scope in wallet:read")
                .build()
                .serialize(serializer(format));

        // Then
        assertThat(Macaroon.parse(theirs).isMintedUnder(KEY)).isTrue();
        assertThat(Macaroon.mint(KEY, "job-7")
                        .as(format)
                        .attenuate("scope in wallet:read")
                        .serialize())
                .isEqualTo(theirs);
    }

    @ParameterizedTest
    @EnumSource
    void itsThirdPartyCaveatsAreRefused(TokenFormat format) {
        String theirs = com.github.nitram509.jmacaroons.Macaroon.builder("quintet", SECRET_BYTES, "q1:k1:x")
                .addCaveat("https://elsewhere.example", "a shared secret of 32 characters", "ask there")
                .build()
                .serialize(serializer(format));

        assertThatExceptionOfType(RefusedTokenException.class)
                .isThrownBy(() -> Macaroon.parse(theirs))
                .extracting(RefusedTokenException::refusal)
                .isEqualTo(Refusal.THIRD_PARTY);
    }

    private static MacaroonsSerializer serializer(TokenFormat format) {
        return switch (format) {
            case V1 -> MacaroonsSerializer.V1;
            case V2 -> MacaroonsSerializer.V2;
        };
    }
}
