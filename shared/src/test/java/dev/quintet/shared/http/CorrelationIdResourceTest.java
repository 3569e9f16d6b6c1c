package dev.quintet.shared.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.content.Ulid;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(SampleProfile.class)
class CorrelationIdResourceTest {
    private static final String LONGEST = "~".repeat(64);

    @Test
    void echoesTheCallersId() {
        assertThat(echo("X-Corr-ID", "a")).isEqualTo("a");
        assertThat(echo("X-Corr-ID", LONGEST)).isEqualTo(LONGEST);
        assertThat(echo("X-Request-Id", "alias")).isEqualTo("alias");
    }

    @ParameterizedTest
    @ValueSource(strings = {"two words", "tab\there"})
    void replacesAnUnfitId(String id) {
        assertThat(Ulid.tryParse(echo("X-Corr-ID", id))).isPresent();
    }

    @Test
    void makesAUlidWhereTheCallerSentNone() {
        String first = given().get("/sample/items/1").header("X-Corr-ID");
        String second = given().get("/sample/items/1").header("X-Corr-ID");

        assertThat(Ulid.tryParse(first)).isPresent();
        assertThat(Ulid.tryParse(second)).isPresent();
        assertThat(first).isLessThan(second);
    }

    @Test
    void replacesAnIdThatIsTooLong() {
        assertThat(Ulid.tryParse(echo("X-Corr-ID", LONGEST + "a"))).isPresent();
    }

    @Test
    void prefersItsOwnHeaderToTheAlias() {
        var response = given().header("X-Corr-ID", "own")
                .header("X-Request-Id", "alias")
                .get("/sample/items/1");

        assertThat(response.header("X-Corr-ID")).isEqualTo("own");
    }

    private static String echo(String header, String id) {
        return given().header(header, id).get("/sample/items/1").header("X-Corr-ID");
    }
}
