package dev.quintet.shared.http;

import static dev.quintet.shared.http.ProblemResourceTest.assertProblem;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(SampleProfile.class)
class StrictJsonResourceTest {

    @Test
    void readsAndWritesSnakeCaseAndUtcTimes() {
        var response = post("/sample/echo", """
                        {"name":"é","count":3,"open_now":true,"created_at":"2026-01-02T05:04:05+02:00","kind":"SMALL"}""");

        assertThat(response.statusCode()).as(response.asString()).isEqualTo(200);
        assertThat(response.asString()).isEqualTo("""
                {"name":"é","count":3,"open_now":true,"created_at":"2026-01-02T03:04:05Z","parts":null,"kind":"SMALL","amount":null}""");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"name\":\"a\",\"count\":1,\"colour\":2}             | unknown field: colour",
                "{\"name\":\"a\",\"count\":1,\"count\":2}              | duplicate field",
                "{\"name\":\"a\",\"count\":\"1\"}                      | : count",
                "{\"name\":\"a\",\"count\":1.0}                        | : count",
                "{\"name\":\"a\",\"count\":true}                       | : count",
                "{\"name\":\"a\",\"count\":null}                       | : count",
                "{\"name\":\"a\",\"count\":99999999999}                | count",
                "{\"name\":1,\"count\":1}                              | : name",
                "{\"name\":\"a\",\"count\":1,\"open_now\":\"true\"}    | open_now",
                "{\"name\":\"a\",\"count\":1,\"open_now\":1}           | open_now",
                "{\"name\":\"a\",\"count\":1,\"kind\":0}               | kind",
                "{\"name\":\"a\",\"count\":1,\"kind\":\"HUGE\"}        | kind",
                "{\"name\":\"a\",\"count\":1,\"kind\":\"small\"}       | kind",
                "{\"name\":\"a\",\"count\":1,\"amount\":12}            | amount",
                "{\"name\":\"a\",\"count\":1,\"created_at\":1700000000}| created_at",
                "{\"name\":\"a\",\"count\":1,\"created_at\":\"soon\"}  | created_at",
                "{\"name\":\"a\",\"count\":1,\"parts\":[{\"name\":2,\"count\":1}]} | parts.[0].name",
                "{\"name\":\"a\",\"count\":1,\"parts\":{}}             | parts",
                "{\"name\":\"a\",\"count\":1,\"openNow\":true}         | unknown field: openNow",
                "{\"name\":\"a\",\"count\":1} x                        | JSON",
                "{\"name\":\"a\",\"count\":1}{}                        | follows the document",
                "{\"name\":\"a\",\"count\":1,}                         | JSON",
                "{\"count\":1}                                         | missing",
                "{\"name\":\"a\"}                                      | count",
                "[1]                                                   | wrong type",
                "\"text\"                                              | wrong",
                "null                                                  | a body is required",
                "``                                                    | a body is required",
            })
    void refusesWhatIsNotExactlyRightAndSaysWhere(String json, String hint) {
        var response = post("/sample/echo", json);

        assertProblem(response, 400, "BAD_REQUEST");
        assertThat(response.jsonPath().getString("detail")).contains(hint);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/sample/echo", "/sample/echo/worker", "/sample/echo/virtual"})
    void refusesOnEveryKindOfThread(String path) {
        assertProblem(post(path, "{\"name\":\"a\",\"count\":\"1\"}"), 400, "BAD_REQUEST");
        assertThat(post(path, "{\"name\":\"a\",\"count\":1}").statusCode()).isEqualTo(200);
    }

    @Test
    void neverQuotesThePayload() {
        var response = post("/sample/echo", "{\"name\":\"a\",\"count\":\"s3cr3t\",\"x\":\"s3cr3t\"} s3cr3t");

        assertThat(response.asString()).doesNotContain("s3cr3t");
    }

    private static Response post(String path, String json) {
        return given().contentType("application/json")
                .body(json.getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .post(path);
    }
}
