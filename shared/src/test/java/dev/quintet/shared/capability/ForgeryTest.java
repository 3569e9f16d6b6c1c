package dev.quintet.shared.capability;

import static dev.quintet.shared.capability.Tokens.KEY;
import static dev.quintet.shared.capability.Tokens.NOW;
import static dev.quintet.shared.capability.Tokens.PATH;
import static dev.quintet.shared.capability.Tokens.granted;
import static dev.quintet.shared.capability.Tokens.refused;
import static dev.quintet.shared.capability.Tokens.token;
import static dev.quintet.shared.capability.Tokens.verifier;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.Refusal;
import dev.quintet.shared.capability.token.TokenFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is done to a token without the root key, all it can become is narrower or worthless. */
class ForgeryTest {
    private static final int RANDOM_ROUNDS = 20_000;

    private final CapabilityVerifier verifier = verifier(KEY);
    private final Macaroon token = token("scope in wallet:transfer", "tenant = t1", "before = 2030-01-01T00:00:00Z");

    @ParameterizedTest
    @EnumSource
    void everyFlippedBitIsNoticed(TokenFormat format) {
        // Given
        byte[] genuine = Base64.getUrlDecoder().decode(token.as(format).serialize());

        for (int bit = 0; bit < genuine.length * 8; bit++) {
            // When
            byte[] flipped = genuine.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);

            // Then
            assertThat(verify(encode(flipped))).as("bit %d", bit).isInstanceOf(Verdict.Refused.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyChangedCharacterIsNoticed(TokenFormat format) {
        String genuine = token.as(format).serialize();
        String alphabet = "AQgwBCZaz09-_=+/. \n\u00e9";

        for (int i = 0; i < genuine.length(); i++) {
            for (int at = 0; at < alphabet.length(); at++) {
                char c = alphabet.charAt(at);
                String changed = genuine.substring(0, i) + c + genuine.substring(i + 1);
                if (!changed.equals(genuine)) {
                    assertThat(verify(changed)).as("%d to %s", i, c).isInstanceOf(Verdict.Refused.class);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyTruncationIsNoticed(TokenFormat format) {
        // Given
        String genuine = token.as(format).serialize();
        byte[] bytes = Base64.getUrlDecoder().decode(genuine);

        // Then
        for (int length = 0; length < genuine.length(); length++) {
            assertThat(verify(genuine.substring(0, length))).isInstanceOf(Verdict.Refused.class);
        }
        for (int length = 0; length < bytes.length; length++) {
            assertThat(verify(encode(Arrays.copyOf(bytes, length)))).isInstanceOf(Verdict.Refused.class);
        }
    }

    @Test
    void caveatsCannotBeReordered() {
        // Given
        List<String> reversed = new ArrayList<>(token.caveats());
        Collections.reverse(reversed);

        // Then
        assertThat(verify(packets(reversed))).isEqualTo(refused(Refusal.FORGED));
        granted(verify(packets(token.caveats())));
    }

    @Test
    void noCaveatCanBeRemoved() {
        for (int i = 0; i < token.caveats().size(); i++) {
            List<String> fewer = new ArrayList<>(token.caveats());
            fewer.remove(i);

            assertThat(verify(packets(fewer))).isEqualTo(refused(Refusal.FORGED));
        }
    }

    @Test
    void noCaveatCanBeWidenedInPlace() {
        List<String> wider = new ArrayList<>(token.caveats());
        wider.set(0, "scope in wallet:transfer,wallet:admin");

        assertThat(verify(packets(wider))).isEqualTo(refused(Refusal.FORGED));
    }

    @Test
    void appendingAWiderCaveatDoesNotWiden() {
        // When
        Macaroon appended = token.attenuate(Caveat.parse("scope in wallet:transfer,wallet:admin"));

        // Then
        assertThat(granted(verify(appended.serialize())).allows("wallet:admin")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"colour = red", "tenant=t1", "tenant  = t1", "scope in ", "before = tomorrow", "x"})
    void aCaveatThatIsNotUnderstoodIsRefused(String caveat) {
        // Given: a stock library adds whatever its user types.
        var stock = com.github.nitram509.jmacaroons.Macaroon.deserialize(token.serialize());

        // When
        String attenuated = com.github.nitram509.jmacaroons.Macaroon.builder(stock)
                .addCaveat(caveat)
                .build()
                .serialize();

        // Then
        assertThat(verify(attenuated)).isEqualTo(refused(Refusal.UNKNOWN_CAVEAT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "=", "A", "====", "Bearer", "AA", "AAAA", "Ag", "AgA", "MDAwMA", "ZmZmZmxvY2F0aW9uIA", "%00"
            })
    void shortNonsenseIsRefused(String nonsense) {
        assertThat(verify(nonsense)).isInstanceOf(Verdict.Refused.class);
    }

    @Test
    void randomBytesNeverDoAnythingButGetRefused() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        byte[][] bases = {
            Base64.getUrlDecoder().decode(token.serialize()),
            Base64.getUrlDecoder().decode(token.as(TokenFormat.V2).serialize())
        };
        for (int round = 0; round < RANDOM_ROUNDS; round++) {
            byte[] bytes = round % 3 == 0 ? new byte[random.nextInt(300)] : bases[round % 2].clone();
            mutate(bytes, random, round % 3 == 0);

            assertThat(verify(encode(bytes)))
                    .as("seed %d round %d", seed, round)
                    .isInstanceOf(Verdict.Refused.class);
        }
    }

    private static void mutate(byte[] bytes, Random random, boolean whole) {
        if (whole) {
            random.nextBytes(bytes);
            return;
        }
        byte[] genuine = bytes.clone();
        do {
            for (int i = random.nextInt(4); i >= 0; i--) {
                int at = random.nextInt(bytes.length);
                bytes[at] = (byte) (bytes[at] + 1 + random.nextInt(255));
            }
            // Two changes of one byte can undo each other.
        } while (Arrays.equals(bytes, genuine));
    }

    /** The token's own packets, but with these caveats before its genuine signature. */
    private String packets(List<String> caveats) {
        byte[] genuine = Base64.getUrlDecoder().decode(token.serialize());
        String text = new String(genuine, StandardCharsets.ISO_8859_1);
        int first = text.indexOf("cid ") - 4;
        int signature = text.indexOf("signature ") - 4;
        var out = new StringBuilder(text.substring(0, first));
        caveats.forEach(caveat -> out.append("%04xcid %s\n".formatted(caveat.length() + 9, caveat)));
        out.append(text.substring(signature));
        return encode(out.toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    private Verdict verify(String text) {
        return verifier.verify(text, PATH, NOW);
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
