package dev.quintet.shared.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.quintet.shared.capability.token.RootKey;
import dev.quintet.shared.config.StartRefusedException;
import io.quarkus.runtime.StartupEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootKeyStoreTest {
    @TempDir
    private Path folder;

    private Path file = Path.of("");
    private long writes;
    private RootKeyStore store = new RootKeyStore(RootKeySourceTest.source(Map.of(), true));

    @BeforeEach
    void oneOldKey() throws IOException {
        file = folder.resolve("root.key");
        write("k0:" + Tokens.OLD_SECRET);
        store = new RootKeyStore(
                RootKeySourceTest.source(Map.of("quintet.capability.root-key-file", file.toString()), true));
    }

    @Test
    void takesUpARotationWhenTheFileChanges() throws IOException {
        // Given
        store.onStart(new StartupEvent());
        assertThat(ids()).containsExactly("k0");

        // When
        write("k1:" + Tokens.SECRET + "\nk0:" + Tokens.OLD_SECRET);
        store.tick();

        // Then
        assertThat(ids()).containsExactly("k1", "k0");
    }

    @Test
    void keepsTheOldKeysWhileTheFileIsUnusable() throws IOException {
        // Given
        store.onStart(new StartupEvent());

        // When
        write("half a line");
        store.tick();
        Files.delete(file);
        store.tick();

        // Then
        assertThat(ids()).containsExactly("k0");
        assertThat(store.reload()).isFalse();
    }

    @Test
    void doesNotStartWithoutUsableKeysAndSaysWhyInOneLine() throws IOException {
        // Given
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        // Then
        assertThatExceptionOfType(StartRefusedException.class)
                .isThrownBy(() -> store.onStart(new StartupEvent()))
                .withMessage("quintet.capability: root key file " + file
                        + " has mode rw-r--r--; it must be 0600: chmod 600 " + file);
    }

    private List<String> ids() {
        return store.current().keys().stream().map(RootKey::id).toList();
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        // Each write is a second later than the last, however coarse the file system's clock is.
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_000L + 1_000 * writes++));
    }
}
