package dev.quintet.shared.capability;

import static dev.quintet.shared.capability.Tokens.OLD_KEY;
import static dev.quintet.shared.capability.Tokens.token;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.metrics.MetricNames;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(GuardedProfile.class)
class GuardedResourceTest {
    private static final Macaroon TRANSFER = token("scope in wallet:transfer,wallet:read");

    @Inject
    MeterRegistry meters;

    @ParameterizedTest
    @ValueSource(strings = {"loop", "worker", "virtual"})
    void admitsTheScopeOnEveryKindOfThread(String route) {
        assertThat(with(TRANSFER).post("/guarded/" + route).statusCode()).isEqualTo(200);
    }

    @Test
    void checksTheTokenOnTheEventLoopWhereTheResourceRunsThere() {
        assertThat(with(TRANSFER).post("/guarded/loop").asString()).isEqualTo("true");
    }

    @Test
    void tellsTheResourceWhichTokenItWas() {
        assertThat(with(TRANSFER).post("/guarded/worker").asString()).isEqualTo(TRANSFER.uniqueId());
    }

    @ParameterizedTest
    @ValueSource(strings = {"loop", "worker", "virtual"})
    void answers401WithAChallengeWithoutToken(String route) {
        // Given
        double before = rejected("unauthorized");

        // When
        Response response = given().post("/guarded/" + route);

        // Then
        assertUnauthorized(response);
        assertThat(rejected("unauthorized")).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Bearer", "Bearer ", "Bearer x", "Basic dXNlcjpwYXNz", "Bearer MDAxNWxvY2F0aW9uIHF1aW50ZXQK"})
    void answers401ToCredentialsThatAreNoToken(String header) {
        assertUnauthorized(given().header("Authorization", header).post("/guarded/loop"));
    }

    @Test
    void answers401ToTwoCredentials() {
        String one = "Bearer " + TRANSFER.serialize();

        assertUnauthorized(given().header("Authorization", one, one).post("/guarded/loop"));
    }

    @Test
    void answers401ToAnExpiredToken() {
        assertUnauthorized(with(token("before = 2020-01-01T00:00:00Z")).post("/guarded/loop"));
    }

    @Test
    void answers403ToAnotherScope() {
        // Given
        double before = rejected("forbidden");

        // When
        Response response = with(token("scope in wallet:burn")).post("/guarded/loop");

        // Then
        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(response.jsonPath().getString("code")).isEqualTo("FORBIDDEN");
        assertThat(rejected("forbidden")).isEqualTo(before + 1);
    }

    @Test
    void acceptsTheOlderOfTwoLiveKeys() {
        assertThat(with(Macaroon.mint(OLD_KEY)).post("/guarded/loop").statusCode())
                .isEqualTo(200);
    }

    @Test
    void takesTheSchemeInAnyCase() {
        assertThat(given().header("Authorization", "bEARER " + TRANSFER.serialize())
                        .post("/guarded/loop")
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "/guarded/loop, /guarded, 200",
        "/guarded/loop, /guarded/loop, 200",
        "/guarded/loop?x=/guarded/worker, /guarded/worker, 403",
        "/guarded/loop, /guard, 403",
        "/guarded/loop, /guarded/worker, 403",
        "/guarded/worker/../loop, /guarded/worker, 403",
        "/guarded/worker/%2e%2e/loop, /guarded/worker, 403",
        "/guarded//loop, /guarded, 403",
        "/guarded/./loop, /guarded, 403",
        "/guarded/%6coop, /guarded, 403",
        "/guarded/loop;a=b, /guarded, 403"
    })
    void holdsTheTokenToItsPath(String path, String prefix, int status) throws Exception {
        // Given: a client that sends the path as it is.
        URI uri = URI.create("http://localhost:" + RestAssured.port + path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .POST(BodyPublishers.noBody())
                .header(
                        "Authorization",
                        "Bearer " + token("path_prefix = " + prefix).serialize())
                .build();

        // When
        try (HttpClient client = HttpClient.newHttpClient()) {
            int answered = client.send(request, BodyHandlers.discarding()).statusCode();

            // Then
            assertThat(answered).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "account = acc_x, 200",
        "account = acc_y, 403",
        "asset = ron, 200",
        "asset = usd, 403",
        "tenant = t1, 200",
        "tenant = t2, 403"
    })
    void letsTheResourceHoldTheTokenToItsSubject(String caveat, int status) {
        assertThat(with(token(caveat)).post("/guarded/accounts/acc_x/ron").statusCode())
                .isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"scope in wallet:burn, burn, 200", "scope in wallet:burn, issue, 403", "scope in wallet:hold, burn, 403"
    })
    void admitsAnyOfSeveralScopesAndLetsTheResourceDecide(String caveat, String operation, int status) {
        assertThat(with(token(caveat)).post("/guarded/batch/" + operation).statusCode())
                .isEqualTo(status);
    }

    @Test
    void publicReadsNeedNoTokenAndDoNotLookAtOne() {
        assertThat(given().get("/guarded/public").statusCode()).isEqualTo(200);
        assertThat(given().header("Authorization", "Bearer nonsense")
                        .get("/guarded/public")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void anOptionalTokenTellsMoreButABadOneIsRefused() {
        assertThat(given().get("/guarded/owner").asString()).isEqualTo("less");
        assertThat(with(token("scope in storage:owner")).get("/guarded/owner").asString())
                .isEqualTo("more");
        assertThat(with(TRANSFER).get("/guarded/owner").asString()).isEqualTo("less");
        assertUnauthorized(given().header("Authorization", "Bearer nonsense").get("/guarded/owner"));
    }

    @Test
    void neverEchoesTheToken() {
        // Given
        String forged = TRANSFER.serialize().substring(4);

        // When
        Response response = given().header("Authorization", "Bearer " + forged).post("/guarded/loop");

        // Then
        assertThat(response.asString() + response.headers()).doesNotContain(forged);
    }

    private static RequestSpecification with(Macaroon token) {
        return given().header("Authorization", "Bearer " + token.serialize());
    }

    private static void assertUnauthorized(Response response) {
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.jsonPath().getString("code")).isEqualTo("UNAUTHORIZED");
        assertThat(response.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"quintet\"");
    }

    private double rejected(String reason) {
        return meters.get(MetricNames.REJECTED)
                .tag(MetricNames.REASON, reason)
                .counter()
                .count();
    }
}
