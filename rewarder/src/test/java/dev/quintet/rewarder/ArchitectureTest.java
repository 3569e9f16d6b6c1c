package dev.quintet.rewarder;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.quintet.shared.testkit.ScopeRules;
import org.junit.jupiter.api.Test;

/** Who may know whom; see the package tour. */
class ArchitectureTest {

    @Test
    void everyPackageKnowsOnlyWhatItMay() {
        var classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.quintet.rewarder");

        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("api")
                .definedBy("dev.quintet.rewarder.api..")
                .layer("pipeline")
                .definedBy("dev.quintet.rewarder.pipeline..")
                .layer("store")
                .definedBy("dev.quintet.rewarder.store..")
                .layer("client")
                .definedBy("dev.quintet.rewarder.client..")
                .layer("config")
                .definedBy("dev.quintet.rewarder.config..")
                .layer("domain")
                .definedBy("dev.quintet.rewarder.domain..")
                .whereLayer("api")
                .mayOnlyAccessLayers("pipeline", "domain", "config")
                .whereLayer("pipeline")
                .mayOnlyAccessLayers("domain", "store", "client", "config")
                .whereLayer("store")
                .mayOnlyAccessLayers("domain", "config")
                .whereLayer("client")
                .mayOnlyAccessLayers("domain", "config")
                .whereLayer("domain")
                .mayNotAccessAnyLayer()
                .check(classes);
    }

    @Test
    void everyMutationAsksForAToken() {
        assertThat(ScopeRules.violations("dev.quintet.rewarder")).isEmpty();
    }
}
