package dev.quintet.registry;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import dev.quintet.shared.testkit.architecture.ArchitectureContract;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The house rules, and that nobody but the one writer can move the head. */
class ArchitectureTest extends ArchitectureContract {
    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.quintet.registry");

    ArchitectureTest() {
        super("registry");
    }

    @Override
    protected Map<String, String> exceptions() {
        return Map.of(
                "com.fasterxml.jackson.", "an artifact is a JSON document: reading and judging it is the domain here",
                "registry.pipeline has ",
                        "a type per stage, tick and job; two packages would cut one pipeline in half");
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
