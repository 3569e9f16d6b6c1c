package dev.quintet.tools.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script as a user runs it: from elsewhere, in a path with spaces, twice, and with things missing. */
@Timeout(180)
class QuintetScriptIT {
    private static final int WALLET = 3;
    private static final String TOKEN = "[A-Za-z0-9_-]{64,}";

    @TempDir
    Path folder;

    private ScriptSandbox quintet;

    @BeforeEach
    void checkout() throws IOException {
        quintet = new ScriptSandbox(folder);
    }

    @AfterEach
    void nothingStaysBehind() throws Exception {
        quintet.run("down");
        assertThat(quintet.leftRunning()).isEmpty();
    }

    @Test
    void saysOneLineAboutAnUnknownVerb() throws Exception {
        // When
        var result = quintet.run("fly");

        // Then
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.lines()).containsExactly("quintet: unknown verb 'fly'; ./quintet help lists them");
    }

    @Test
    void saysOneLineAboutAnUnknownServiceOrOption() throws Exception {
        assertThat(quintet.run("up", "wallets").lines())
                .singleElement()
                .asString()
                .contains("unknown service 'wallets'; there are: gateway registry storage wallet rewarder");
        assertThat(quintet.run("up", "--detached").lines())
                .singleElement()
                .asString()
                .contains("unknown option '--detached'");
        assertThat(quintet.run("logs", "wallets").status()).isEqualTo(2);
        assertThat(quintet.run("check", "wallets").status()).isEqualTo(2);
    }

    @Test
    void saysOneLineWhenThereIsNoJdk() throws Exception {
        // Given
        quintet.env("PATH", pathWithoutJava().toString()).env("JAVA_HOME", "").env("QUINTET_JVM_DIRS", "");

        // When
        var result = quintet.run("up", "--detach", "wallet");

        // Then
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.lines()).singleElement().asString().contains("no JDK 25 found");
    }

    @Test
    void saysOneLineWhenAPortIsTaken() throws Exception {
        int port = quintet.portBase() + 1_000 + WALLET;
        try (var squatter = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(squatter.isBound()).isTrue();

            // When
            var result = quintet.run("up", "--detach", "wallet");

            // Then
            assertThat(result.status()).isEqualTo(2);
            assertThat(result.lines()).singleElement().asString().contains("port " + port + " (wallet) is taken");
        }
    }

    @Test
    void startsOnceThroughALinkAndStopsCompletely() throws Exception {
        // Given
        Path link = Files.createSymbolicLink(folder.resolve("q"), quintet.script());

        // When
        var first = quintet.run(link, "up", "--detach", "wallet");
        var second = quintet.run("up", "--detach", "wallet");
        var status = quintet.run("status");
        var logs = quintet.run("logs", "wallet");
        var down = quintet.run("down");
        var again = quintet.run("down");

        // Then
        assertThat(first.status()).as(first.text()).isZero();
        assertThat(first.text()).contains("wallet ready after");
        assertThat(first.last()).matches(TOKEN);
        assertThat(second.status()).as(second.text()).isZero();
        assertThat(second.text()).contains("wallet is already running").doesNotContain("wallet ready after");
        assertThat(status.text()).containsPattern("wallet +ready").containsPattern("gateway +stopped");
        assertThat(logs.lines()).isNotEmpty().allMatch(line -> line.startsWith("wallet "));
        assertThat(logs.text()).contains("Profile local activated");
        assertThat(down.text()).contains("wallet stopped");
        assertThat(again.text()).contains("nothing is running");
        assertThat(quintet.leftRunning()).isEmpty();
        assertThat(quintet.data().resolve("run/wallet.pid")).doesNotExist();
    }

    @Test
    void printsATokenAloneOnTheLastLine() throws Exception {
        // When
        var result = quintet.run("token", "--scope", "wallet:transfer", "--ttl", "5m");

        // Then
        assertThat(result.status()).as(result.text()).isZero();
        assertThat(result.last()).matches(TOKEN);
        assertThat(quintet.data().resolve("dev/root.key")).exists();
    }

    @Test
    void drainsInTheForegroundOnCtrlC() throws Exception {
        // Given
        Path output = folder.resolve("foreground.out");
        Process script = quintet.start(quintet.script(), output, "up", "wallet");
        awaitLine(script, output, "a token for development");

        // When
        new ProcessBuilder("kill", "-INT", Long.toString(script.pid())).start().waitFor();

        // Then
        assertThat(script.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(script.exitValue()).as(Files.readString(output)).isZero();
        assertThat(Files.readString(output)).contains("draining", "wallet stopped");
        assertThat(quintet.leftRunning()).isEmpty();
    }

    @Test
    void killsWhatDoesNotDrainAndSaysSo() throws Exception {
        // Given
        Path stubborn = folder.resolve("stubborn.sh");
        Files.writeString(stubborn, "trap '' TERM; while :; do read -r -t 1 <> <(:) || true; done\n");
        Process service = new ProcessBuilder("bash", stubborn.toString()).start();
        pretendToBe("wallet", service, stubborn.toString());

        // When
        var result = quintet.env("QUINTET_STOP_SECONDS", "1").run("down");

        // Then
        assertThat(result.text()).contains("wallet did not drain within 1 s: killing it");
        assertThat(service.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void neverStopsAStrangerWithAReusedPid() throws Exception {
        // Given
        Process stranger = new ProcessBuilder("sleep", "300").start();
        pretendToBe(
                "wallet", stranger, quintet.script().resolveSibling("wallet").toString());

        // When
        var result = quintet.run("down");

        // Then
        assertThat(result.text()).contains("nothing is running");
        assertThat(stranger.isAlive()).isTrue();
        stranger.destroyForcibly().waitFor();
    }

    private void pretendToBe(String service, Process process, String path) throws IOException {
        Files.createDirectories(quintet.data().resolve("run"));
        Files.writeString(quintet.data().resolve("run/" + service + ".pid"), process.pid() + "\n" + path + "\n");
    }

    private static void awaitLine(Process process, Path output, String text) throws Exception {
        while (!Files.readString(output).contains(text)) {
            assertThat(process.waitFor(50, TimeUnit.MILLISECONDS))
                    .as("the script ended early: %s", Files.readString(output))
                    .isFalse();
        }
    }

    // Everything a shell script may call, and no Java: the machine running this test surely has one somewhere.
    private Path pathWithoutJava() throws IOException {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        try (Stream<Path> tools = Files.list(Path.of("/usr/bin"))) {
            for (Path tool : tools.filter(file -> !file.getFileName().toString().startsWith("java"))
                    .toList()) {
                Files.createSymbolicLink(bin.resolve(tool.getFileName()), tool);
            }
        }
        return bin;
    }
}
