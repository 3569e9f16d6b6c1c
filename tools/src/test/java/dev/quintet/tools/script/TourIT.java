package dev.quintet.tools.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The five minutes of the README, as a newcomer pastes them; only ports and data folder are others. */
@Timeout(240)
class TourIT {
    private static final Pattern TOUR = Pattern.compile("## Five minutes\n.*?```sh\n(.*?)```", Pattern.DOTALL);
    private static final Pattern PORT = Pattern.compile("localhost:([89]08[0-4])");
    private static final int DEFAULT_BASE = 8080;

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
    void theReadmeDoesWhatItSays() throws Exception {
        // Given
        Path script = folder.resolve("tour.sh");
        Files.writeString(
                script, "#!/usr/bin/env bash\nset -eu\ncd '" + quintet.script().getParent() + "'\n" + tour());
        assertThat(script.toFile().setExecutable(true)).isTrue();

        // When
        var result = quintet.run(script);

        // Then
        assertThat(result.status()).as(result.text()).isZero();
        assertThat(result.text())
                .contains("\"write_ready\":true")
                .contains("\"code\":\"UNAUTHORIZED\"")
                .containsPattern("(?s)\"total_minor\":\"1000\".*\"total_minor\":\"1000\"")
                .contains("wallet stopped");
    }

    private String tour() throws IOException {
        Matcher tour = TOUR.matcher(Files.readString(Path.of(System.getProperty("quintet.root"), "README.md")));
        assertThat(tour.find()).as("README.md has its tour").isTrue();
        String elsewhere = PORT.matcher(tour.group(1))
                .replaceAll(
                        port -> "localhost:" + (Integer.parseInt(port.group(1)) - DEFAULT_BASE + quintet.portBase()));
        return elsewhere.replace(".quintet/run/wallet.pid", "\"$QUINTET_DATA/run/wallet.pid\"");
    }
}
