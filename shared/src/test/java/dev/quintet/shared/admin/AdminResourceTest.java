package dev.quintet.shared.admin;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.http.SampleProfile;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import java.net.URI;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(SampleProfile.class)
class AdminResourceTest {
    @SuppressWarnings("NullAway.Init")
    @TestHTTPResource(management = true, value = "/")
    URI admin;

    @Test
    void saysThatTheProcessIsAlive() {
        assertThat(get("healthz").statusCode()).isEqualTo(200);
    }

    @Test
    void namesTheBuild() {
        var version = get("version").jsonPath();

        assertThat(version.getString("name")).isEqualTo("sample");
        assertThat(version.getString("version")).isEqualTo("1.2.3");
        assertThat(version.getBoolean("native")).isFalse();
    }

    @Test
    void exposesTheRequestMetersUnderTheirAgreedNames() {
        given().get("/sample/items/7");
        given().get("/no/such/path/7");

        String metrics = get("metrics").asString();

        assertThat(metrics)
                .contains("http_requests_total{method=\"GET\",route=\"/sample/items/{id}\",status=\"200\"}")
                .contains("http_requests_total{method=\"GET\",route=\"unmatched\",status=\"404\"}")
                .contains("request_latency_seconds_bucket{method=\"GET\",route=\"/sample/items/{id}\",le=\"0.005\"}")
                .contains("request_latency_seconds_bucket{method=\"GET\",route=\"/sample/items/{id}\",le=\"5.0\"}")
                .contains("inflight_requests ")
                .doesNotContain("_total_total", "_seconds_seconds", "http_server_requests", "/7");
    }

    @Test
    void answersUnknownAdminPathsWithAProblem() {
        var response = get("nowhere");

        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.contentType()).startsWith("application/problem+json");
    }

    private Response get(String path) {
        return given().get(admin.resolve(path));
    }
}
