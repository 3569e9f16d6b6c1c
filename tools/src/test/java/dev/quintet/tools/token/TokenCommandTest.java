package dev.quintet.tools.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.RootKeyFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenCommandTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-03-01T12:00:00.5Z"), ZoneOffset.UTC);

    @TempDir
    private Path data;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private String stdin = "";

    @Test
    void printsTheTokenAloneOnTheLastLine() {
        // When
        int code = run(
                "--scope",
                "wallet:read,wallet:hold",
                "wallet:burn",
                "--tenant",
                "t1",
                "--account=acc_x",
                "--asset",
                "ron",
                "--path-prefix",
                "/v1",
                "--ttl",
                "15m");

        // Then
        assertThat(code).as(err()).isZero();
        assertThat(out().lines()).hasSize(1);
        Macaroon token = Macaroon.parse(out().strip());
        assertThat(token.caveats())
                .containsExactly(
                        "scope in wallet:read,wallet:hold,wallet:burn",
                        "tenant = t1",
                        "account = acc_x",
                        "asset = ron",
                        "path_prefix = /v1",
                        "before = 2026-03-01T12:15:00Z");
        assertThat(token.isMintedUnder(
                        RootKeyFile.read(data.resolve("dev/root.key")).minting()))
                .isTrue();
    }

    @Test
    void createsTheDevelopmentKeyOnceAndSaysSo() {
        // When
        run("--scope", "wallet:read");
        String first = err();
        run("--scope", "wallet:read");

        // Then
        assertThat(first).contains("created the development root key " + data.resolve("dev/root.key"));
        assertThat(err().substring(first.length())).doesNotContain("created");
    }

    @Test
    void expiresAfterAnHourUnlessToldOtherwise() {
        run("--scope", "wallet:read");

        assertThat(Macaroon.parse(out().strip()).caveats()).contains("before = 2026-03-01T13:00:00Z");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--tenant t1|--scope is missing",
                "--scope wallet:fly|unknown scope \"wallet:fly\"; known: registry:propose",
                "--scope wallet:read,|unknown scope \"\"",
                "--scope|option --scope needs a value",
                "--scope wallet:read --ttl 1|bad --ttl \"1\"",
                "--scope wallet:read --ttl 0s|bad --ttl \"0s\"",
                "--scope wallet:read --ttl -1h|bad --ttl \"-1h\"",
                "--scope wallet:read --ttl 99999d|bad --ttl \"99999d\"",
                "--scope wallet:read --tenant a/b|\"a/b\" cannot stand in a caveat \"tenant = …\"",
                "--scope wallet:read --asset RON|\"RON\" cannot stand in a caveat",
                "--scope wallet:read --path-prefix v1|\"v1\" cannot stand in a caveat",
                "--scope wallet:read --format v3|unknown format v3; allowed: v1, v2",
                "--scope wallet:read --colour red|unknown option --colour",
                "fly|unknown word",
                "inspect|inspect needs exactly one token",
                "attenuate x y|attenuate needs exactly one token"
            })
    void saysInOneLineWhatIsWrongWithTheCall(String words, String message) {
        // When
        int code = run(words.split(" "));

        // Then
        assertThat(code).isEqualTo(2);
        assertThat(err().lines())
                .singleElement()
                .asString()
                .startsWith("token: ")
                .contains(message);
        assertThat(out()).isEmpty();
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void refusesAKeyFileThatOthersCanRead() throws IOException {
        // Given
        Path file = Files.writeString(data.resolve("root.key"), "k1:" + "ab".repeat(32));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        // When
        int code = run("--root-key", file.toString(), "--scope", "wallet:read");

        // Then
        assertThat(code).isEqualTo(1);
        assertThat(err()).contains("chmod 600 " + file).doesNotContain("abab");
    }

    @Test
    void attenuatesWithoutAnyKeyAlsoAfterAWrappersOptions() {
        // Given
        String wide = mint();

        // When
        int code = run("--root-key", "/nowhere/root.key", "attenuate", wide, "--account", "acc_x", "--ttl", "5m");

        // Then
        assertThat(code).as(err()).isZero();
        Macaroon narrow = Macaroon.parse(out().strip());
        assertThat(narrow.caveats())
                .containsExactly(
                        "scope in wallet:read",
                        "before = 2026-03-01T13:00:00Z",
                        "account = acc_x",
                        "before = 2026-03-01T12:05:00Z");
        assertThat(narrow.isMintedUnder(
                        RootKeyFile.read(data.resolve("dev/root.key")).minting()))
                .isTrue();
    }

    @Test
    void attenuatingByNothingIsAMistake() {
        assertThat(run("attenuate", mint())).isEqualTo(2);
        assertThat(err()).contains("nothing to add");
    }

    @Test
    void inspectsWhatComesFromStdin() {
        // Given
        stdin = mint() + "\n";

        // When
        int code = run("inspect", "-");

        // Then
        assertThat(code).isZero();
        assertThat(out().lines().skip(1)).containsExactly("scope in wallet:read", "before = 2026-03-01T13:00:00Z");
        assertThat(out().lines().findFirst().orElseThrow())
                .matches("key dev-\\w+, id \\w+ \\(signature not checked\\)");
    }

    @Test
    void writesTheOtherFormatOnRequest() {
        run("--scope", "wallet:read", "--format", "v2");

        assertThat(out()).startsWith("AgEHcXVpbnRldA");
    }

    @Test
    void refusesWhatIsNoTokenWithoutRepeatingIt() {
        assertThat(run("inspect", "c2VjcmV0")).isEqualTo(1);
        assertThat(err()).doesNotContain("c2VjcmV0").contains("not a well-formed capability token");
    }

    private String mint() {
        run("--scope", "wallet:read");
        String token = out().strip();
        out.reset();
        err.reset();
        return token;
    }

    private int run(String... words) {
        var command = new TokenCommand(
                name -> name.equals("QUINTET_DATA") ? data.toString() : null,
                CLOCK,
                new ByteArrayInputStream(stdin.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return command.run(List.of(words));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
