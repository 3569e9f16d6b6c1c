package dev.quintet.gateway.api;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.gateway.front.PublicPort;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** The public port of a running gateway: its own routes are behind it, and so is a service. */
@QuarkusTest
@TestProfile(UsageProfile.class)
class PublicPortResourceTest {
    @Inject
    PublicPort front;

    @Test
    void forwardsToAServiceAndToTheManagementServer() {
        assertThat(given().port(front.port()).get("/o/none").statusCode()).isEqualTo(200);
        assertThat(given().port(front.port()).get("/openapi").asString()).contains("openapi: ");
        assertThat(given().port(front.port()).get("/gateway/usage/epochs").statusCode())
                .isNotIn(404, 502, 503);
        assertThat(given().port(front.port()).get("/nowhere").statusCode()).isEqualTo(404);
    }
}
