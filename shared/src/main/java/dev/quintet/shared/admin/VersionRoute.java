package dev.quintet.shared.admin;

import io.quarkus.runtime.ImageMode;
import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** {@code GET /version}: which build this is. */
@ApplicationScoped
class VersionRoute {
    private static final String UNKNOWN = "unknown";

    private final JsonObject version;

    VersionRoute(
            @ConfigProperty(name = "quarkus.application.name") String name,
            @ConfigProperty(name = "quarkus.application.version") String version) {
        var build = build();
        this.version = new JsonObject()
                .put("name", name)
                .put("version", version)
                .put("commit", build.getProperty("commit", UNKNOWN))
                .put("built_at", build.getProperty("built-at", UNKNOWN))
                .put("java", Runtime.version().toString())
                .put("native", ImageMode.current() == ImageMode.NATIVE_RUN);
    }

    void register(@Observes ManagementInterface admin) {
        admin.router()
                .get("/version")
                .handler(routing -> routing.response()
                        .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                        .end(version.toBuffer()));
    }

    /** Written by the build, which knows the commit when it is told. */
    private static Properties build() {
        var properties = new Properties();
        try (var file = VersionRoute.class.getResourceAsStream("/META-INF/quintet-build.properties")) {
            if (file != null) {
                properties.load(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }
}
