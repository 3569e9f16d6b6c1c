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
    private static final String STORE = "dev.quintet.registry.store.";

    ArchitectureTest() {
        super("registry");
    }

    @Override
    protected Map<String, String> exceptions() {
        return Map.of(
                "com.fasterxml.jackson", "a payload is a JSON document; its tree is the value that the rules are about",
                "Backoff.pause", "the writer waits for a full disk; it could do nothing better");
    }

    /** The state changes by events alone, and events are applied by the fold alone, behind the log. */
    @Test
    void nobodyButTheWriterMovesTheHead() {
        onlyCalledBy("dev.quintet.registry.domain.RegistryState", "apply", STORE + "Fold");
        onlyCalledBy("dev.quintet.registry.domain.RegistryState", "publish", STORE + "(LogWriter|RegistryStore)");
        onlyCalledBy(STORE + "EventLog", "append", STORE + "LogWriter");
        onlyCalledBy(STORE + "LogWriter", "write", STORE + "(LogWriter|EmbeddedRegistry)");
        onlyCalledBy(STORE + "EmbeddedRegistry", "write", "dev.quintet.registry.pipeline.Committer");
    }

    private static void onlyCalledBy(String type, String method, String callers) {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.quintet.registry");
        var call = DescribedPredicate.describe(
                "calls of " + type + "." + method,
                (JavaMethodCall target) -> target.getTargetOwner().getName().equals(type)
                        && target.getName().equals(method));
        ArchRuleDefinition.noClasses()
                .that()
                .haveNameNotMatching(callers.replace(".", "\\.") + "(\\$.*)?")
                .should()
                .callMethodWhere(call)
                .check(classes);
    }
}
