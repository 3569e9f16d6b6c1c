package dev.quintet.shared.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentAddressTest {
    private static final String EMPTY = "b3:af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";

    @Test
    void parsesAndPrintsTheSameText() {
        assertThat(ContentAddress.parse(EMPTY)).hasToString(EMPTY);
        assertThat(ContentAddress.of(Blake3.hash(new byte[0]), 0)).isEqualTo(ContentAddress.parse(EMPTY));
        assertThat(ContentAddress.parse(EMPTY).bytes()).isEqualTo(Blake3.hash(new byte[0]));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "b3:",
                "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
                "b3:AF1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
                "B3:af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
                "b3:af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f326",
                "b3:af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f32620",
                "b3:gf1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
                "b3:１f1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
                " b3:af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f326",
                "b3-af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"
            })
    void refusesEveryOtherSpelling(String text) {
        assertThat(ContentAddress.tryParse(text)).isEmpty();
        assertThatThrownBy(() -> ContentAddress.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void sortsAsItsTextDoes() {
        // Given
        var addresses = new ArrayList<ContentAddress>();
        for (int i = 0; i < 200; i++) {
            addresses.add(ContentAddress.of(Blake3Inputs.random(i, 32), 0));
        }
        addresses.add(new ContentAddress(addresses.getFirst().a(), -1, 0, 0));
        addresses.add(new ContentAddress(addresses.getFirst().a(), -1, 0, -1));

        // When
        var sorted = addresses.stream().sorted().toList();

        // Then
        assertThat(sorted).isSortedAccordingTo(Comparator.comparing(ContentAddress::toString));
    }
}
