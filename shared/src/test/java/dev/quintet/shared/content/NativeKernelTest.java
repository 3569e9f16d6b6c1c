package dev.quintet.shared.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeKernelTest {
    private static final Path MODULE = Path.of(System.getProperty("quintet.root", "."), "shared");

    @Test
    void runsWhereItsLibraryWasBuiltAndThePortableKernelElsewhere() {
        boolean built = System.getProperty("os.name").equals("Linux")
                && System.getProperty("os.arch").equals("amd64");
        System.out.println("BLAKE3 implementation: " + Blake3.implementation());
        assertThat(Blake3.implementation()).startsWith(built ? "native (" : "portable (");
    }

    @Test
    void leavesNoFileBehind(@TempDir Path directory) throws IOException {
        // When
        NativeKernel.load(directory);

        // Then
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void theCommittedLibraryWasBuiltFromTheCommittedSource() throws IOException, NoSuchAlgorithmException {
        // Given
        Path sources = MODULE.resolve("src/main/c");
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(Files.readAllBytes(sources.resolve("blake3.c")));
        digest.update(Files.readAllBytes(sources.resolve("blake3_lanes.h")));
        String mark = "quintet-blake3-source:" + HexFormat.of().formatHex(digest.digest());

        // When
        Path library = MODULE.resolve("src/main/resources/META-INF/native/linux-x86_64/libquintet-blake3.so");
        String binary = Files.readString(library, StandardCharsets.ISO_8859_1);

        // Then
        assertThat(binary.contains(mark))
                .as("run src/main/c/build.sh and commit its result")
                .isTrue();
    }
}
