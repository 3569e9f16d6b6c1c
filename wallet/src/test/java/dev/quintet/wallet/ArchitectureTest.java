package dev.quintet.wallet;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Who may know whom; see the package tour. */
class ArchitectureTest {

    @Test
    void everyPackageKnowsOnlyWhatItMay() {
        var classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.quintet.wallet");

        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("api")
                .definedBy("dev.quintet.wallet.api..")
                .layer("pipeline")
                .definedBy("dev.quintet.wallet.pipeline..")
                .layer("store")
                .definedBy("dev.quintet.wallet.store..")
                .layer("client")
                .definedBy("dev.quintet.wallet.client..")
                .layer("config")
                .definedBy("dev.quintet.wallet.config..")
                .layer("domain")
                .definedBy("dev.quintet.wallet.domain..")
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
}
