package dev.quintet.shared.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.quintet.shared.testkit.GoldenDoc;
import dev.quintet.shared.testkit.architecture.careless.api.CarelessResource;
import dev.quintet.shared.testkit.architecture.careless.domain.CarelessRule;
import dev.quintet.shared.testkit.architecture.careless.store.CarelessStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules notice what they are there for, and the kit and the tools keep them. */
class ArchitectureRulesTest {
    private static final String CARELESS = "dev.quintet.shared.testkit.architecture.careless";
    private static final String KIT = "dev.quintet.shared";
    private static final JavaClasses BROKEN =
            new ClassFileImporter().importClasses(CarelessResource.class, CarelessRule.class, CarelessStore.class);
    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(KIT);

    @TempDir
    Path folder;

    @Test
    void aPackageThatKnowsTooMuchIsNoticed() {
        assertThat(new LayerRules(CARELESS, LayerRules.STANDARD).violations(BROKEN))
                .anyMatch(line -> line.startsWith("api must not know store"))
                .anyMatch(line -> line.startsWith("domain must not know api"))
                .anyMatch(line -> line.startsWith("domain is plain Java") && line.contains("Uni"))
                .anyMatch(line -> line.startsWith("retries and breakers") && line.contains("CarelessStore"));
    }

    @Test
    void aLockHeldOverSomethingThatWaitsIsNoticed() {
        assertThat(LockRules.violations(BROKEN, CARELESS))
                .hasSize(4)
                .anyMatch(line -> line.contains("writesUnderLock") && line.contains("Files.write()"))
                .anyMatch(line -> line.contains("waitsTwoCallsAway") && line.contains("CompletableFuture.join()"))
                .anyMatch(line -> line.contains("subscribesUnderLock"))
                .anyMatch(line -> line.contains("alone() is synchronized"));
    }

    @Test
    void queuesAndExecutorsWithoutABoundAreNoticed() {
        assertThat(BoundRules.violations(BROKEN, CARELESS))
                .hasSize(4)
                .anyMatch(line -> line.contains("LinkedBlockingQueue.<init>()"))
                .anyMatch(line -> line.contains("ConcurrentLinkedQueue"))
                .anyMatch(line -> line.contains("runAsync"))
                .anyMatch(line -> line.contains("onOverflow"));
    }

    @Test
    void aWaitOnAnEventLoopIsNoticedThroughAnInterface() {
        assertThat(EventLoopRules.violations(BROKEN, CARELESS))
                .hasSize(2)
                .anyMatch(line -> line.contains("reads()") && line.contains("Files.readAllBytes()"))
                .anyMatch(line -> line.contains("sleeps()") && line.contains("Thread.sleep()"));
    }

    @Test
    void whatIsTooLargeIsNoticed() throws IOException {
        // Given
        String body = "\n".repeat(ShapeRules.METHOD_LINES_MAX);
        source("a/Long.java", "class Long { void run() {" + body + "} void fits() {\n} }\n");
        source("a/Wide.java", "class Wide { Wide(int a, int b, int c, int d, int e, int f, int g) {} }\n");
        source("a/Wider.java", "record Wider(int a, int b, int c, int d, int e, int f, int g) { Wider { } }\n");
        source("a/Endless.java", "class Endless {" + "\n".repeat(ShapeRules.FILE_LINES_MAX) + "}\n");
        for (int i = 0; i <= ShapeRules.TYPES_MAX; i++) {
            source("b/T" + i + ".java", "package b; interface T" + i + " {}\n");
        }

        // Then
        assertThat(ShapeRules.violations(folder))
                .hasSize(4)
                .anyMatch(line -> line.startsWith("Long.run() has 61 lines"))
                .anyMatch(line -> line.startsWith("Wide.new() has 7 parameters"))
                .anyMatch(line -> line.contains("Endless.java has"))
                .anyMatch(line -> line.startsWith("b has 21 types"));
    }

    @Test
    void theKitAndTheToolsKeepTheRules() {
        assertThat(LockRules.violations(OURS, KIT)).isEmpty();
        assertThat(BoundRules.violations(OURS, KIT))
                .as("but for the threads of a journal, its writer and the one that prepares segments")
                .allMatch(line -> line.contains("Method <dev.quintet.shared.journal."));
        assertThat(EventLoopRules.violations(OURS, KIT)).isEmpty();
        assertThat(Stream.of("shared", "tools")
                        .map(module -> GoldenDoc.root().resolve(module).resolve("src/main/java"))
                        .flatMap(sources -> ShapeRules.violations(sources).stream()))
                .isEmpty();
    }

    private void source(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
