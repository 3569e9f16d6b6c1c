package dev.quintet.shared.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The repository keeps its own rules, and the rules were seen to notice when it does not. */
class TidyTest {
    private static final Path ROOT = Path.of(System.getProperty("quintet.root"));

    @TempDir
    private Path careless;

    @Test
    void nothingBlocksOrBuffersBehindTheKitsBack() {
        assertThat(TidyRules.banned(ROOT)).isEmpty();
    }

    @Test
    void nothingIsLeftUnfinished() {
        assertThat(TidyRules.unfinished(ROOT)).isEmpty();
    }

    @Test
    void noFileIsTooLong() {
        assertThat(TidyRules.tooLong(ROOT)).isEmpty();
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(TidyRules.withoutNullMarked(ROOT)).isEmpty();
    }

    @Test
    void everyDecisionRecordHasItsForm() {
        assertThat(TidyRules.untidyRecords(ROOT)).isEmpty();
    }

    @Test
    void bannedConstructsAreNoticedInCodeButNotInComments() throws IOException {
        source("a/A.java", "/** Thread.sleep(1) */\nclass A { void a() {} }\n");
        source("a/B.java", "class B {\n    void b() { Thread.sleep(1); }\n}\n");
        source("a/C.java", "class C {\n    // new Thread(\n    private synchronized void c() {}\n}\n");
        source("dev/quintet/shared/flow/D.java", "class D { Object d = Executors.x(); }\n");

        assertThat(TidyRules.banned(careless))
                .hasSize(2)
                .anyMatch(line -> line.contains("B.java") && line.contains("wait for the event"))
                .anyMatch(line -> line.contains("C.java") && line.contains("synchronized"));
    }

    @Test
    void longUnfinishedAndUnmarkedFilesAreNoticed() throws IOException {
        source("a/Long.java", "\n".repeat(TidyRules.FILE_LINES_MAX + 1));
        source("a/Fits.java", "\n".repeat(TidyRules.FILE_LINES_MAX));
        source("b/Later.java", "// TO" + "DO later\n");
        source("b/package-info.java", "@NullMarked\npackage b;\n");

        assertThat(TidyRules.tooLong(careless)).singleElement().asString().contains("Long.java");
        assertThat(TidyRules.unfinished(careless)).singleElement().asString().contains("Later.java");
        assertThat(TidyRules.withoutNullMarked(careless))
                .singleElement()
                .asString()
                .contains("a/package-info.java");
    }

    @Test
    void untidyDecisionRecordsAreNoticed() throws IOException {
        Path folder = Files.createDirectories(careless.resolve("docs/adr"));
        Files.writeString(folder.resolve("0007-number.md"), "# ADR-0008: Another\n\nStatus: perhaps\n\n## Question\n");

        assertThat(TidyRules.untidyRecords(careless)).hasSize(3);
    }

    private void source(String name, String text) throws IOException {
        Path file = careless.resolve("module/src/main/java").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
