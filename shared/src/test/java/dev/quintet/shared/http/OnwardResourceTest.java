package dev.quintet.shared.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(SampleProfile.class)
class OnwardResourceTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String SPAN = "b7ad6b7169203331";

    @ParameterizedTest
    @ValueSource(strings = {"/sample/onward", "/sample/onward/virtual"})
    void goesOnWithTheCallersTraceIdAndTime(String path) {
        // When
        Map<String, String> headers = given().header("traceparent", "00-" + TRACE + "-" + SPAN + "-01")
                .header("X-Corr-ID", "abc")
                .header("X-Deadline-Ms", "1500")
                .get(path)
                .jsonPath()
                .getMap("$");

        // Then
        assertThat(headers).containsEntry("X-Corr-ID", "abc");
        assertThat(Long.parseLong(headers.get("X-Deadline-Ms"))).isBetween(0L, 1_500L);
        // Ours is the parent of the next hop: the same trace, another span, still sampled.
        assertThat(headers.get("traceparent"))
                .matches("00-" + TRACE + "-[0-9a-f]{16}-01")
                .doesNotContain(SPAN);
    }

    @Test
    void beginsATraceWhereTheCallerHasNone() {
        Map<String, String> headers = given().get("/sample/onward").jsonPath().getMap("$");

        assertThat(headers.get("traceparent")).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]");
    }
}
