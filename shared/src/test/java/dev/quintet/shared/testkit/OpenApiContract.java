package dev.quintet.shared.testkit;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Test;

/**
 * The checked-in contract of a service is what it serves. A service extends this as a {@code @QuarkusTest}; run it with
 * {@code -Dquintet.docs.write=true} to bring {@code docs/openapi/<service>.yaml} up to date.
 */
public abstract class OpenApiContract {
    /** The port of a test is not part of the contract. */
    private static final Pattern WITHOUT_SERVERS = Pattern.compile("(?m)^servers:\\n(- .*\\n|  .*\\n)*");

    @Test
    void theCheckedInContractIsTheServedOne() throws IOException {
        String service = ConfigProvider.getConfig().getValue("quarkus.application.name", String.class);
        Path file = GoldenDoc.root().resolve("docs/openapi").resolve(service + ".yaml");

        String served = WITHOUT_SERVERS
                .matcher(given().accept("application/yaml").get("/openapi").asString())
                .replaceAll("");

        assertThat(served).startsWith("---\nopenapi: ");
        if (Boolean.getBoolean("quintet.docs.write")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, served);
        }
        assertThat(file).as("run the test with -Dquintet.docs.write=true").exists();
        assertThat(served)
                .as("%s drifted from the code; run the test with -Dquintet.docs.write=true", file)
                .isEqualTo(Files.readString(file));
    }
}
