package dev.quintet.gateway.api;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.gateway.pipeline.UsageMeter;
import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.RootKey;
import dev.quintet.shared.content.Blake3;
import dev.quintet.shared.content.ContentAddress;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@QuarkusTest
@TestProfile(UsageProfile.class)
@Timeout(120)
class UsageResourceTest {
    @Inject
    UsageMeter meter;

    private final String storage = ConfigProvider.getConfig().getValue("quintet.gateway.storage-url", String.class);

    @AfterEach
    void storageWorks() {
        given().body("").put(storage + "/o/refuse");
    }

    @Test
    void sealsWhatWasCountedAsASnapshotForTheRewarder() {
        // Given
        meter.count("t1", "acc_b", 100, 0);
        meter.count("t1", "acc_b", 20, 0);
        meter.count("t2", "acc_a", 0, 50);
        meter.count("t2", null, 7, 0);
        meter.count("t2", "not an \"account\"", 7, 0);

        // When
        var sealed = admin().post("/gateway/usage/seal");

        // Then
        assertThat(sealed.statusCode()).isEqualTo(200);
        assertThat(sealed.path("state").toString()).isEqualTo("sealed");
        String address = sealed.path("address");
        byte[] bytes = given().get(storage + "/o/" + address).asByteArray();
        assertThat(ContentAddress.of(Blake3.hash(bytes), 0)).hasToString(address);
        assertThat(new String(bytes, StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "{\"schema\":\"quintet.usage.v1\",\"epoch\":\"" + sealed.path("epoch")
                                + "\",\"pool_minor\":\"1000000\",\"asset\":\"ron\"}",
                        "{\"account\":\"acc_a\",\"bytes_stored\":50,\"bytes_served\":0,"
                                + "\"uptime_seconds\":0,\"requests\":1}",
                        "{\"account\":\"acc_b\",\"bytes_stored\":0,\"bytes_served\":120,"
                                + "\"uptime_seconds\":0,\"requests\":2}");
    }

    @Test
    void anEpochThatStorageRefusesIsSealedWhenItNoLongerDoes() {
        // Given
        given().body("yes").put(storage + "/o/refuse");
        meter.count("t1", "acc_x", 1, 0);

        // When
        var ended = admin().post("/gateway/usage/seal");

        // Then
        assertThat(ended.statusCode()).isEqualTo(202);
        int number = ended.path("number");
        assertThat(state(number)).isEqualTo("ended");
        given().body("").put(storage + "/o/refuse");
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!state(number).equals("sealed")) {
            assertThat(System.nanoTime()).as("it was never sealed").isLessThan(end);
        }
    }

    @Test
    void onlyAdministratorsSealAndSeeTenants() {
        assertThat(given().post("/gateway/usage/seal").statusCode()).isEqualTo(401);
        assertThat(caller("wallet:read").post("/gateway/usage/seal").statusCode())
                .isEqualTo(403);
        assertThat(given().get("/gateway/usage/tenants").statusCode()).isEqualTo(401);
        assertThat(admin().get("/gateway/usage/tenants").statusCode()).isEqualTo(200);
    }

    @Test
    void epochsAreListedInPages() {
        admin().post("/gateway/usage/seal");
        admin().post("/gateway/usage/seal");

        var page = given().get("/gateway/usage/epochs?limit=1");

        assertThat(page.path("epochs.size()").toString()).isEqualTo("1");
        assertThat(page.path("next").toString())
                .isEqualTo(page.path("epochs[0].number").toString());
        assertThat(given().get("/gateway/usage/epochs?limit=0").statusCode()).isEqualTo(400);
    }

    private static String state(int number) {
        return given().get("/gateway/usage/epochs?limit=1&after=" + (number - 1))
                .path("epochs[0].state");
    }

    private static RequestSpecification admin() {
        return caller("gateway:admin");
    }

    private static RequestSpecification caller(String scope) {
        var token = Macaroon.mint(RootKey.parse(UsageProfile.ROOT_KEY)).attenuate(Caveat.parse("scope in " + scope));
        return given().header("Authorization", "Bearer " + token.serialize());
    }
}
