package dev.quintet.shared.lifecycle;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.deadline.Deadline;
import dev.quintet.shared.http.SampleProfile;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** In an application of its own: there is no way back from draining. */
@QuarkusTest
@TestProfile(DrainingResourceTest.Alone.class)
class DrainingResourceTest {
    @SuppressWarnings("NullAway.Init")
    @Inject
    Lifecycle lifecycle;

    @SuppressWarnings("NullAway.Init")
    @Inject
    Readiness readiness;

    @SuppressWarnings("NullAway.Init")
    @TestHTTPResource(value = "/", management = true)
    URI admin;

    /** Another profile class is another application. */
    public static class Alone extends SampleProfile {}

    @Test
    void saysWhatIsReadyAndRefusesIntakeOnceItDrains() {
        assertReady(admin("readyz"), 200, true, true);
        assertThat(admin("topology").jsonPath().getList("channels.name")).contains("lifecycle");

        readiness.down("disk_full", Scope.WRITES);
        assertReady(admin("readyz"), 503, true, false);
        assertReady(admin("readyz/read"), 200, true, false);
        assertThat(admin("readyz").jsonPath().getList("causes")).containsExactly("disk_full");
        assertThat(given().get("/sample/items/1").statusCode()).isEqualTo(200);
        readiness.up("disk_full");

        lifecycle.drain(Deadline.after(Duration.ofSeconds(3)));
        assertReady(admin("readyz"), 503, false, false);
        assertReady(admin("readyz/read"), 503, false, false);
        assertThat(admin("healthz").statusCode()).isEqualTo(200);
        var refused = given().get("/sample/items/1");
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.jsonPath().getString("code")).isEqualTo("DRAINING");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(refused.header("Connection")).isEqualToIgnoringCase("close");
    }

    private Response admin(String path) {
        return given().get(admin.resolve(path));
    }

    private static void assertReady(Response response, int status, boolean reads, boolean writes) {
        assertThat(response.statusCode()).as(response.asString()).isEqualTo(status);
        assertThat(response.jsonPath().getBoolean("ready")).isEqualTo(reads && writes);
        assertThat(response.jsonPath().getBoolean("read_ready")).isEqualTo(reads);
        assertThat(response.jsonPath().getBoolean("write_ready")).isEqualTo(writes);
        assertThat(response.jsonPath().getList("causes")).isNotNull();
    }
}
