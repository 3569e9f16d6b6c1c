package dev.quintet.shared.capability.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RootKeyFileTest {
    private static final String SECRET = "ab".repeat(32);

    @TempDir
    private Path directory;

    @Test
    void createsADevelopmentKeyThatOnlyItsOwnerCanRead() throws IOException {
        // Given
        Path file = directory.resolve("dev/root.key");

        // When
        RootKeys created = RootKeyFile.readOrCreate(file);

        // Then
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(created.minting().id()).startsWith("dev-");
        assertThat(RootKeyFile.readOrCreate(file).minting().secretText())
                .isEqualTo(created.minting().secretText());
        assertThat(siblings(file)).containsExactly(file);
    }

    @Test
    @Timeout(30)
    void manyStartingAtOnceAgreeOnOneKey() throws Exception {
        for (int round = 0; round < 50; round++) {
            // Given
            Path file = directory.resolve("race-" + round + "/root.key");
            int starters = 5;
            var barrier = new CyclicBarrier(starters);
            Callable<String> start = () -> {
                barrier.await();
                return RootKeyFile.readOrCreate(file).minting().secretText();
            };

            // When
            Set<String> keys = new HashSet<>();
            try (var threads = Executors.newFixedThreadPool(starters)) {
                List<Future<String>> answers = new ArrayList<>();
                for (int i = 0; i < starters; i++) {
                    answers.add(threads.submit(start));
                }
                for (Future<String> answer : answers) {
                    keys.add(answer.get());
                }
            }

            // Then
            assertThat(keys).hasSize(1);
            assertThat(siblings(file)).containsExactly(file);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r--r--", "rw-rw----", "rw-----w-", "rwx------", "rw----r--"})
    void refusesAFileThatOthersCouldUse(String mode) throws IOException {
        // Given
        Path file = write("k1:" + SECRET, mode);

        // Then
        assertThatExceptionOfType(RootKeyException.class)
                .isThrownBy(() -> RootKeyFile.read(file))
                .withMessageContaining("has mode " + mode)
                .withMessageContaining("chmod 600 " + file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-------", "r--------"})
    void readsAFileOfItsOwnerAlone(String mode) throws IOException {
        // Given
        Path file = write("# rotated in March\nk2:" + SECRET + "\n\nk1:" + "cd".repeat(64) + "\n", mode);

        // When
        RootKeys keys = RootKeyFile.read(file);

        // Then
        assertThat(keys.minting().id()).isEqualTo("k2");
        assertThat(keys.find("k1")).isPresent();
        assertThat(keys.find("k3")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# nothing",
                "k1",
                "k1:",
                "k1:xyz",
                "k1:abab",
                "K1:" + "abababababababababababababababababababababababababababababababab",
                ":abab",
                "k1:" + "abababababababababababababababababababababababababababababababa"
            })
    void refusesWhatIsNoKeyWithoutQuotingIt(String text) throws IOException {
        // Given
        Path file = write(text, "rw-------");

        // Then
        assertThatExceptionOfType(RootKeyException.class)
                .isThrownBy(() -> RootKeyFile.read(file))
                .satisfies(
                        e -> assertThat(e.getMessage()).doesNotContain("abab").doesNotContain("xyz"))
                .withNoCause();
    }

    @Test
    void refusesAThirdKeyAndTwoOfOneName() throws IOException {
        Path three = write("a:" + SECRET + ",b:" + SECRET + ",c:" + SECRET, "rw-------");
        assertThatExceptionOfType(RootKeyException.class)
                .isThrownBy(() -> RootKeyFile.read(three))
                .withMessage("there are 3 root keys; allowed: 1 to 2");

        Path twins = write("a:" + SECRET + "\na:" + "cd".repeat(32), "rw-------");
        assertThatExceptionOfType(RootKeyException.class)
                .isThrownBy(() -> RootKeyFile.read(twins))
                .withMessage("two root keys have the same id a");
    }

    @Test
    void saysWhichFileIsMissing() {
        Path missing = directory.resolve("none.key");
        assertThatExceptionOfType(RootKeyException.class)
                .isThrownBy(() -> RootKeyFile.read(missing))
                .withMessage("root key file " + missing + " does not exist");
    }

    private Path write(String text, String mode) throws IOException {
        Path file = Files.createTempFile(directory, "root", ".key");
        Files.writeString(file, text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private static List<Path> siblings(Path file) throws IOException {
        try (Stream<Path> files = Files.list(file.getParent())) {
            return files.toList();
        }
    }
}
