package dev.quintet.shared.http;

import static dev.quintet.shared.http.ProblemResourceTest.assertProblem;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The service's own ceiling is two seconds here. */
@QuarkusTest
@TestProfile(SampleProfile.class)
@Timeout(60)
class DeadlineResourceTest {
    @SuppressWarnings("NullAway.Init")
    @TestHTTPResource(value = "/", management = true)
    URI admin;

    @Test
    void answersInTimeAndCancelsTheWork() throws InterruptedException {
        SampleResource.CANCELLED.drainPermits();
        long start = System.nanoTime();

        var response = given().header("X-Deadline-Ms", "300").get("/sample/never");

        assertProblem(response, 504, "TIMEOUT");
        assertThat((System.nanoTime() - start) / 1_000_000).isBetween(290L, 1_500L);
        assertThat(SampleResource.CANCELLED.tryAcquire(5, TimeUnit.SECONDS)).isTrue();
        assertThat(given().get(admin.resolve("metrics")).asString())
                .contains("io_timeouts_total{op=\"request\"}")
                .contains("http_requests_total{method=\"GET\",route=\"/sample/never\",status=\"504\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/sample/never/worker", "/sample/never/virtual"})
    void answersInTimeForMethodsThatBlock(String path) throws InterruptedException {
        var response = given().header("X-Deadline-Ms", "300").get(path);

        assertProblem(response, 504, "TIMEOUT");
        assertThat(SampleResource.HANGING.tryAcquire(5, TimeUnit.SECONDS)).isTrue();
        SampleResource.RELEASED.release();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/sample/cancel/worker", "/sample/cancel/virtual"})
    void interruptsTheWorkThatBlocks(String path) throws InterruptedException {
        SampleResource.INTERRUPTED.drainPermits();

        var response = given().header("X-Deadline-Ms", "300").get(path);

        assertProblem(response, 504, "TIMEOUT");
        assertThat(SampleResource.INTERRUPTED.tryAcquire(5, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 20; i++) {
            assertThat(given().get("/sample/cancel/flag").jsonPath().getBoolean("interrupted"))
                    .isFalse();
        }
    }

    @Test
    void holdsTheCeilingWhateverTheCallerAsksFor() {
        long remaining = given().header("X-Deadline-Ms", "600000")
                .get("/sample/deadline")
                .jsonPath()
                .getLong("remaining_ms");

        assertThat(remaining).isBetween(1_000L, 2_000L);
    }

    @Test
    void passesTheCallersBudgetOn() {
        long remaining = given().header("X-Deadline-Ms", "1500")
                .get("/sample/deadline")
                .jsonPath()
                .getLong("remaining_ms");

        assertThat(remaining).isBetween(500L, 1_500L);
    }

    @Test
    void refusesABudgetThatIsUsedUp() {
        assertProblem(given().header("X-Deadline-Ms", "0").get("/sample/deadline"), 504, "TIMEOUT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "soon", "1.5", "", "99999999999999999999"})
    void refusesABudgetThatIsNoNumber(String value) {
        assertProblem(given().header("X-Deadline-Ms", value).get("/sample/deadline"), 400, "BAD_REQUEST");
    }
}
