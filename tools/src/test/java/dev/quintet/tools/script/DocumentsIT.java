package dev.quintet.tools.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documents tell a newcomer to type works as it stands, and so does the demo. */
@Timeout(300)
class DocumentsIT {
    private static final Path REPOSITORY = Path.of(System.getProperty("quintet.root"));

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

    @ParameterizedTest
    @ValueSource(strings = {"docs/api.md"})
    void everyCommandOfTheDocumentWorks(String document) throws Exception {
        var script = new DocScript(REPOSITORY.resolve(document));

        assertThat(script.size()).isPositive();
        script.runIn(quintet);
    }

    @Test
    void theDemoTellsTheWholeLoopAndItsStatusTheTruth() throws Exception {
        // When
        var result = quintet.runInside("./quintet", "demo");

        // Then
        assertThat(result.status()).as(result.text()).isZero();
        assertThat(result.text()).contains("Every step held").doesNotContain("✗");
    }
}
