package dev.quintet.shared.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerifyingReaderTest {
    private static final int GROUP = Blake3Tree.GROUP_BYTES;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1000, GROUP - 1, GROUP, GROUP + 1, 2 * GROUP, 2 * GROUP + 1, 5 * GROUP - 1})
    void passesContentThatMatches(int length) throws IOException {
        // Given
        byte[] in = Blake3Inputs.random(length, length);

        // When
        byte[] out;
        try (var reader = reader(in, in)) {
            out = reader.readAllBytes();
        }

        // Then
        assertThat(out).isEqualTo(in);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000, GROUP - 1, GROUP, GROUP + 1, 2 * GROUP, 2 * GROUP + 1, 5 * GROUP - 1})
    void holdsBackTheLastGroupOfContentThatDoesNot(int length) {
        // Given
        byte[] in = Blake3Inputs.random(length, length);
        byte[] changed = in.clone();
        changed[0] ^= 1;
        var out = new ByteArrayOutputStream();
        var reader = reader(changed, in);

        // When
        assertThatThrownBy(() -> reader.transferTo(out)).isInstanceOf(IntegrityException.class);

        // Then
        assertThat(out.size()).isEqualTo((length - 1) / GROUP * GROUP);
        assertThatThrownBy(reader::read).isInstanceOf(IntegrityException.class);
    }

    @Test
    void noticesAMissingAndAnExtraByte() {
        byte[] in = Blake3Inputs.random(1, 2 * GROUP);
        var shorter = reader(Arrays.copyOf(in, in.length - 1), in);
        var longer = reader(Arrays.copyOf(in, in.length + 1), in);
        var empty = reader(new byte[0], in);
        assertThatThrownBy(shorter::readAllBytes).isInstanceOf(IntegrityException.class);
        assertThatThrownBy(longer::readAllBytes).isInstanceOf(IntegrityException.class);
        assertThatThrownBy(empty::read).isInstanceOf(IntegrityException.class);
    }

    @Test
    void readsSingleBytesToTheEndMoreThanOnce() throws IOException {
        // Given
        byte[] in = {1, -1};
        var reader = reader(in, in);

        // Then
        assertThat(reader.read()).isEqualTo(1);
        assertThat(reader.read()).isEqualTo(255);
        assertThat(reader.read()).isEqualTo(-1);
        assertThat(reader.read()).isEqualTo(-1);
        assertThat(reader.read(new byte[1])).isEqualTo(-1);
    }

    private static VerifyingReader reader(byte[] source, byte[] expected) {
        return new VerifyingReader(new ByteArrayInputStream(source), ContentAddress.of(Blake3.hash(expected), 0));
    }
}
