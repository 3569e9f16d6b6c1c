package dev.quintet.tools.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevKeysTest {
    @TempDir
    Path folder;

    @Test
    void writesThreeDifferentKeysThatTheOwnerAloneCanRead() throws Exception {
        // When
        DevKeys.generate(folder.resolve("signers"));

        // Then
        assertThat(DevKeys.SIGNERS).hasSize(3);
        assertThat(DevKeys.SIGNERS.stream().map(this::read).distinct()).hasSize(3);
        for (String signer : DevKeys.SIGNERS) {
            Path file = folder.resolve("signers").resolve(signer + ".pem");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            assertThat(parse(read(signer)).getAlgorithm()).isEqualTo("EdDSA");
        }
    }

    @Test
    void keepsTheKeysThatAreThere() throws IOException {
        // Given
        DevKeys.generate(folder.resolve("signers"));
        String before = read("beta");

        // When
        DevKeys.generate(folder.resolve("signers"));

        // Then
        assertThat(read("beta")).isEqualTo(before);
    }

    private String read(String signer) {
        try {
            return Files.readString(folder.resolve("signers").resolve(signer + ".pem"));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static PrivateKey parse(String pem) throws GeneralSecurityException {
        String body = pem.replaceAll("-----[A-Z ]+-----", "");
        return KeyFactory.getInstance("Ed25519")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(body)));
    }
}
