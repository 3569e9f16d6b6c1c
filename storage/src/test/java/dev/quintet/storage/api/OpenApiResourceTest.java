package dev.quintet.storage.api;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.testkit.GoldenDoc;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** docs/openapi/storage.yaml is what the storage serves; -Dquintet.docs.write=true brings it up to date. */
@QuarkusTest
@TestProfile(StorageProfile.class)
class OpenApiResourceTest {

    @Test
    void theCheckedInContractIsTheServedOne() throws IOException {
        var file = GoldenDoc.root().resolve("docs/openapi/storage.yaml");
        // The port of a test is not part of the contract.
        String served = given().get("/openapi").asString().replaceAll("(?m)^servers:\\n(- .*\\n|  .*\\n)*", "");

        if (Boolean.getBoolean("quintet.docs.write")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, served);
        }

        assertThat(served).isEqualTo(Files.readString(file));
    }
}
