package dev.quintet.shared.lifecycle;

import io.quarkus.bootstrap.app.QuarkusBootstrap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/** Packages {@code shared} plus one test package as a Quarkus application, as the Maven plugin would. */
final class PackagedApp {
    private PackagedApp() {}

    /** The jar to run; everything is written below {@code folder}. */
    static Path build(Path folder, String testPackage, Map<String, String> properties) throws Exception {
        Path module = Path.of("").toAbsolutePath();
        Path root = Files.createDirectories(folder.resolve("classes"));
        copy(module.resolve("target/classes"), root, "");
        copy(module.resolve("target/test-classes"), root, testPackage.replace('.', '/'));
        var settings = new Properties();
        settings.putAll(properties);
        var bootstrap = QuarkusBootstrap.builder()
                .setApplicationRoot(root)
                .setProjectRoot(module)
                .setTargetDirectory(folder)
                .setMode(QuarkusBootstrap.Mode.PROD)
                .setLocalProjectDiscovery(true)
                .setOffline(true)
                .setIsolateDeployment(true)
                .setBaseClassLoader(PackagedApp.class.getClassLoader())
                .setBuildSystemProperties(settings)
                .setBaseName("phases")
                .build();
        try (var app = bootstrap.bootstrap()) {
            return app.createAugmentor().createProductionApplication().getJar().getPath();
        }
    }

    private static void copy(Path from, Path to, String below) throws IOException {
        try (var files = Files.walk(from.resolve(below))) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }
}
