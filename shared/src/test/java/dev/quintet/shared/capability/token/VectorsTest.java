package dev.quintet.shared.capability.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The published vectors, made with npm's macaroon by docs/capability-vectors.mjs. */
class VectorsTest {
    private final JsonNode published;
    private final RootKey key;

    VectorsTest() throws IOException {
        Path file = Path.of(System.getProperty("quintet.root"), "docs", "capability-vectors.json");
        published = new ObjectMapper().readTree(file.toFile());
        key = RootKey.parse("k1:" + published.get("secret").textValue());
    }

    @Test
    void weSignAsItDoes() {
        for (JsonNode vector : published.get("vectors")) {
            assertThat(HexFormat.of().formatHex(minted(vector).signature()))
                    .isEqualTo(vector.get("signature").textValue());
        }
    }

    @Test
    void weWriteAndReadWhatItWrites() {
        int written = 0;
        for (JsonNode vector : published.get("vectors")) {
            if (vector.has("v2")) {
                String theirs = vector.get("v2").textValue();
                assertThat(minted(vector).as(TokenFormat.V2).serialize()).isEqualTo(theirs);
                assertThat(Macaroon.parse(theirs).isMintedUnder(key)).isTrue();
                written++;
            }
        }
        assertThat(written).isGreaterThanOrEqualTo(3);
    }

    @Test
    void weAcceptWhatItAttenuated() {
        // Given
        JsonNode attenuated = published.get("attenuated");
        Macaroon wide =
                minted(published.get("vectors").get(attenuated.get("from").intValue()));

        // When
        Macaroon narrow = Macaroon.parse(attenuated.get("v2").textValue());

        // Then
        assertThat(narrow.isMintedUnder(key)).isTrue();
        assertThat(narrow.serialize())
                .isEqualTo(wide.attenuate(attenuated.get("caveat").textValue())
                        .as(TokenFormat.V2)
                        .serialize());
    }

    private Macaroon minted(JsonNode vector) {
        List<String> caveats = new ArrayList<>();
        vector.get("caveats").forEach(caveat -> caveats.add(caveat.textValue()));
        Macaroon token = Macaroon.mint(key, "vector-1");
        for (String caveat : caveats) {
            token = token.attenuate(caveat);
        }
        return token;
    }
}
