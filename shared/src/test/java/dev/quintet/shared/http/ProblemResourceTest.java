package dev.quintet.shared.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@TestProfile(SampleProfile.class)
class ProblemResourceTest {

    @Test
    void answersAServiceExceptionWithItsCodeAndRetryAdvice() {
        var response = given().header("X-Corr-ID", "abc").get("/sample/fail/busy");

        assertProblem(response, 429, "BUSY");
        assertThat(response.header("Retry-After")).isEqualTo("2");
        assertThat(response.jsonPath().getInt("retry_after")).isEqualTo(2);
        assertThat(response.jsonPath().getBoolean("retryable")).isTrue();
        assertThat(response.jsonPath().getString("corr_id")).isEqualTo("abc");
        assertThat(response.jsonPath().getString("type")).isEqualTo("urn:quintet:error:busy");
        assertThat(response.jsonPath().getString("detail")).isEqualTo("queue is full");
    }

    @Test
    void answersAFailedUniTheSameWayAndAdvisesOneSecondByDefault() {
        var response = given().get("/sample/fail/later");

        assertProblem(response, 503, "DEGRADED");
        assertThat(response.header("Retry-After")).isEqualTo("1");
        assertThat(response.jsonPath().getString("details.queue")).isEqualTo("work");
    }

    @Test
    void leaksNothingOfAnUnexpectedFailure() {
        var response = given().get("/sample/fail/secret");

        assertProblem(response, 500, "INTERNAL");
        assertThat(response.asString()).doesNotContain("hunter2", "IllegalState", "at dev.");
    }

    @ParameterizedTest
    @CsvSource({
        "GET,    /nowhere,            404, NOT_FOUND",
        "GET,    /sample/nowhere,     404, NOT_FOUND",
        "DELETE, /sample/fail/busy,   405, METHOD_NOT_ALLOWED",
        "GET,    /sample/items/x,     400, BAD_REQUEST",
        "GET,    /sample/items/1?limit=x, 400, BAD_REQUEST",
        "GET,    /healthz,            404, NOT_FOUND",
        "GET,    /readyz,             404, NOT_FOUND",
        "GET,    /metrics,            404, NOT_FOUND",
        "GET,    /version,            404, NOT_FOUND",
        "GET,    /topology,           404, NOT_FOUND",
    })
    void answersInTheSameShape(String method, String path, int status, String code) {
        assertProblem(given().request(method, path), status, code);
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE, /sample/fail/busy, 'GET, HEAD, OPTIONS'",
        "GET,    /sample/echo,      'OPTIONS, POST'",
        "PUT,    /sample/echo/zstd, 'OPTIONS, POST'",
    })
    void saysWhichMethodsAResourceHas(String method, String path, String allowed) {
        var response = given().request(method, path);

        assertProblem(response, 405, "METHOD_NOT_ALLOWED");
        assertThat(response.header("Allow")).isEqualTo(allowed);
    }

    @Test
    void answersAnUnacceptableMediaTypeInTheSameShape() {
        assertProblem(given().accept("image/png").get("/sample/items/1"), 406, "NOT_ACCEPTABLE");
    }

    @Test
    void answersAnUnsupportedMediaTypeInTheSameShape() {
        assertProblem(given().contentType("text/csv").body("a,b").post("/sample/echo"), 415, "UNSUPPORTED_MEDIA");
    }

    static void assertProblem(Response response, int status, String code) {
        assertThat(response.statusCode()).as(response.asString()).isEqualTo(status);
        assertThat(response.contentType()).startsWith("application/problem+json");
        assertThat(response.jsonPath().getInt("status")).isEqualTo(status);
        assertThat(response.jsonPath().getString("code")).isEqualTo(code);
        assertThat(response.jsonPath().getString("corr_id")).isNotEmpty().isEqualTo(response.header("X-Corr-ID"));
    }
}
