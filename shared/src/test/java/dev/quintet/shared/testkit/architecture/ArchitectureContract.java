package dev.quintet.shared.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.quintet.shared.testkit.GoldenDoc;
import dev.quintet.shared.testkit.ScopeRules;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/**
 * The house rules for the code of one service, one test each. A service's {@code ArchitectureTest} extends this with its
 * name; where it must differ it overrides {@link #layers()} or lists the place and the reason in {@link #exceptions()}.
 */
public abstract class ArchitectureContract {
    private static final String OURS = "dev.quintet.";
    private static final Map<String, JavaClasses> IMPORTED = new ConcurrentHashMap<>();

    private final String service;
    private final JavaClasses classes;

    protected ArchitectureContract(String service) {
        this.service = service;
        // With the kit, so that what a service reaches through it is seen; once for all tests of a class.
        this.classes = IMPORTED.computeIfAbsent(
                service,
                name -> new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages(OURS + name, OURS + "shared"));
    }

    /** Each package below the service's own, and the others of them that it may know. */
    protected Map<String, Set<String>> layers() {
        return LayerRules.STANDARD;
    }

    /** Parts of the lines that may be reported, each with the reason why it is right there. */
    protected Map<String, String> exceptions() {
        return Map.of();
    }

    @Test
    void everyPackageKnowsOnlyWhatItMay() {
        hold(new LayerRules(OURS + service, layers()).violations(classes));
    }

    @Test
    void everyMutationAsksForAScope() {
        hold(ScopeRules.violations(OURS + service));
    }

    @Test
    void noLockIsHeldOverAnythingThatWaits() {
        hold(LockRules.violations(classes, OURS + service));
    }

    @Test
    void nothingIsUnbounded() {
        hold(BoundRules.violations(classes, OURS + service));
    }

    @Test
    void nothingBlocksAnEventLoop() {
        hold(EventLoopRules.violations(classes, OURS + service));
    }

    @Test
    void everythingFitsOnAScreen() {
        hold(ShapeRules.violations(GoldenDoc.root().resolve(service).resolve("src/main/java")));
    }

    private void hold(List<String> violations) {
        assertThat(violations.stream()
                        .filter(line -> exceptions().keySet().stream().noneMatch(line::contains))
                        .toList())
                .isEmpty();
    }
}
