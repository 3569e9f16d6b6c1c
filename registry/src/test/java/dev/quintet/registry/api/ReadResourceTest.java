package dev.quintet.registry.api;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import dev.quintet.registry.Signers;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reads: head, artifacts, descriptors now and then, pages, CBOR, and what is refused. */
@QuarkusTest
@TestProfile(RegistryProfile.class)
class ReadResourceTest {
    private static final ObjectMapper CBOR = new CBORMapper();
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Governor governor = Governor.withEveryScope();

    @Test
    void theHeadHasATagThatChangesWithIt() {
        var head = given().get("/registry/head");
        String tag = head.header("ETag");

        given().header("If-None-Match", tag).get("/registry/head").then().statusCode(304);
        long version = governor.committed(Governor.put("node", Governor.fresh("n"), "{}"));
        given().header("If-None-Match", tag)
                .get("/registry/head")
                .then()
                .statusCode(200)
                .body("version", equalTo((int) version));
    }

    @Test
    void anArtifactNeverChangesAndTheFutureIsNotThere() {
        long version = governor.committed(Governor.put("node", Governor.fresh("n"), "{\"a\":[1,2.5,\"\u00e4\"]}"));

        given().get("/registry/" + version)
                .then()
                .statusCode(200)
                .header("Cache-Control", containsString("immutable"))
                .body("version", equalTo((int) version))
                .body("approvals", hasSize(2))
                .body("payload.put[0].body.a[2]", equalTo("\u00e4"));
        given().get("/registry/" + (version + 1_000)).then().statusCode(404);
        given().get("/registry/99999999999999999999999").then().statusCode(404);
        given().get("/registry/0").then().statusCode(404);
    }

    @Test
    void foldsDescriptorsAtEveryVersion() {
        String id = Governor.fresh("region");
        long first = governor.committed(Governor.put("region", id, "{\"v\":1}"));
        long second = governor.committed(Governor.put("region", id, "{\"v\":2}"));
        long third = governor.committed("{\"remove\":[{\"kind\":\"region\",\"id\":\"" + id + "\"}]}");
        String path = "/registry/descriptors/region/" + id;

        given().get(path + "?at=" + first).then().body("body.v", equalTo(1)).body("version", equalTo((int) first));
        given().get(path + "?at=" + second).then().body("body.v", equalTo(2)).body("at", equalTo((int) second));
        given().get(path + "?at=" + third).then().statusCode(404);
        given().get(path).then().statusCode(404);
        given().get(path + "?at=" + (first - 1)).then().statusCode(404);
        given().get(path + "?at=x").then().statusCode(400);
        given().get(path + "?at=999999999").then().statusCode(404);
        given().get("/registry/descriptors/nonsense/x").then().statusCode(400);
    }

    @Test
    void pagesDescriptorsAndTheLog() {
        var ids = new ArrayList<String>();
        for (int i = 0; i < 5; i++) {
            ids.add("page-" + i);
            governor.committed(Governor.put("service", ids.getLast(), "{}"));
        }
        var found = new ArrayList<String>();
        String after = "service/page-";
        for (int page = 0; page < 3; page++) {
            var answer = given().get("/registry/descriptors?kind=service&limit=2&after=" + after);
            found.addAll(answer.<List<String>>path("descriptors.id"));
            after = answer.path("next");
            if (after == null) {
                break;
            }
        }

        assertThat(found).containsSequence(ids);
        given().get("/registry/log?from=1&limit=2")
                .then()
                .body("artifacts", hasSize(2))
                .body("artifacts[0].prev_hash", equalTo("b3:" + "0".repeat(64)))
                .body("next", equalTo(3));
        int head = given().get("/registry/head").path("version");
        given().get("/registry/log?from=" + (head + 1))
                .then()
                .statusCode(200)
                .body("artifacts", hasSize(0))
                .body("next", nullValue());
        for (String limit : List.of("0", "-1", "1001", "99999999999999", "x")) {
            given().get("/registry/log?limit=" + limit).then().statusCode(400);
            given().get("/registry/descriptors?limit=" + limit).then().statusCode(400);
        }
    }

    @Test
    void speaksCborBothWays() throws IOException {
        String body = "{\"payload\":" + Governor.put("node", Governor.fresh("n"), "{\"x\":[true,null,-7]}") + "}";
        byte[] answer = governor.request()
                .contentType("application/cbor")
                .accept("application/cbor")
                .body(CBOR.writeValueAsBytes(JSON.readTree(body)))
                .post("/registry/proposals")
                .then()
                .statusCode(202)
                .contentType("application/cbor")
                .extract()
                .asByteArray();
        JsonNode proposed = CBOR.readTree(answer);
        String id = proposed.path("proposal_id").asText();
        String input = proposed.path("signing_input").asText();
        for (String signer : List.of("alpha", "gamma")) {
            governor.approve(id, signer, Signers.sign(signer, input)).then().statusCode(200);
        }
        governor.commit(id).then().statusCode(201);

        byte[] head = given().accept("application/cbor").get("/registry/head").asByteArray();

        assertThat(CBOR.readTree(head))
                .isEqualTo(JSON.readTree(given().get("/registry/head").asByteArray()));
        given().accept("text/html").get("/registry/head").then().statusCode(406);
    }
}
