package dev.quintet.registry;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import dev.quintet.shared.testkit.ScopeRules;
import org.junit.jupiter.api.Test;

/** Who may know whom, and that nobody but the one writer can move the head. */
class ArchitectureTest {
    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.quintet.registry");

    @Test
    void everyPackageKnowsOnlyWhatItMay() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("api")
                .definedBy("dev.quintet.registry.api..")
                .layer("pipeline")
                .definedBy("dev.quintet.registry.pipeline..")
                .layer("store")
                .definedBy("dev.quintet.registry.store..")
                .layer("config")
                .definedBy("dev.quintet.registry.config..")
                .layer("domain")
                .definedBy("dev.quintet.registry.domain..")
                .whereLayer("api")
                .mayOnlyAccessLayers("pipeline", "domain", "config")
                .whereLayer("pipeline")
                .mayOnlyAccessLayers("domain", "store", "config")
                .whereLayer("store")
                .mayOnlyAccessLayers("domain", "config")
                .whereLayer("domain")
                .mayNotAccessAnyLayer()
                .check(classes);
    }

    /** The state changes by events alone, and events are applied by the fold alone, behind the log. */
    @Test
    void nobodyButTheWriterMovesTheHead() {
        callsOf("dev.quintet.registry.domain.RegistryState", "apply", "dev.quintet.registry.store.Fold");
        callsOf(
                "dev.quintet.registry.domain.RegistryState",
                "publish",
                "dev.quintet.registry.store.(LogWriter|RegistryStore)");
        callsOf("dev.quintet.registry.store.EventLog", "append", "dev.quintet.registry.store.LogWriter");
        callsOf(
                "dev.quintet.registry.store.LogWriter",
                "write",
                "dev.quintet.registry.store.(LogWriter|EmbeddedRegistry)");
        callsOf("dev.quintet.registry.store.EmbeddedRegistry", "write", "dev.quintet.registry.pipeline.Committer");
    }

    @Test
    void everyMutationAsksForAScope() {
        assertThat(ScopeRules.violations("dev.quintet.registry")).isEmpty();
    }

    private void callsOf(String type, String method, String onlyBy) {
        var call = DescribedPredicate.describe(
                "calls of " + type + "." + method,
                (JavaMethodCall target) -> target.getTargetOwner().isEquivalentTo(load(type))
                        && target.getName().equals(method));
        ArchRuleDefinition.noClasses()
                .that()
                .haveNameNotMatching(onlyBy.replace(".", "\\.") + "(\\$.*)?")
                .should()
                .callMethodWhere(call)
                .check(classes);
    }

    private static Class<?> load(String type) {
        try {
            return Class.forName(type, false, ArchitectureTest.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
