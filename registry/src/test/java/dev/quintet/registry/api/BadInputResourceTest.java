package dev.quintet.registry.api;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Nothing malformed becomes a proposal, and every refusal is a typed answer. */
@QuarkusTest
@TestProfile(RegistryProfile.class)
class BadInputResourceTest {
    private static final int FUZZ = 150;
    private static final String GOOD =
            "{\"payload\":{\"put\":[{\"kind\":\"service\",\"id\":\"fuzz\",\"body\":{\"a\":1}}],\"note\":\"n\"}}";

    private final Governor governor = Governor.withEveryScope();

    @Test
    void refusesPayloadsThatCannotBeMeant() {
        for (String body : List.of(
                "",
                "{",
                "[]",
                "{}",
                GOOD + "x",
                "{\"payload\":{}}",
                "{\"payload\":{\"put\":[]},\"more\":1}",
                "{\"payload\":{\"put\":[],\"put\":[]}}",
                "{\"payload\":{\"puts\":[]}}",
                "{\"payload\":" + Governor.put("nonsense", "x", "{}") + "}",
                "{\"payload\":" + Governor.put("service", "a/b", "{}") + "}",
                "{\"payload\":" + Governor.put("service", "", "{}") + "}",
                "{\"payload\":" + Governor.put("service", "x", "7") + "}",
                "{\"payload\":" + Governor.put("service", "x", "{\"n\":9007199254740993}") + "}",
                "{\"payload\":" + Governor.put("service", "x", "{\"n\":\"\\ud800\"}") + "}",
                "{\"payload\":" + Governor.put("service", "x", "{\"n\":\"" + "x".repeat(70_000) + "\"}") + "}",
                "{\"payload\":" + Governor.put("service", "x", "{\"n\":" + "[".repeat(300) + "]".repeat(300) + "}")
                        + "}",
                "{\"payload\":" + Governor.put("route", "x", "{\"path_prefix\":\"x\"}") + "}",
                "{\"payload\":" + Governor.put("policy", "x", "{\"weights\":{\"requests\":0.5}}") + "}",
                "{\"payload\":" + Governor.put("placement", "x", "{\"rf\":2,\"ec\":\"4+2\"}") + "}",
                "{\"payload\":" + Governor.put("signers", "root", "{\"m\":1,\"keys\":[]}") + "}",
                "{\"payload\":" + Governor.put("signers", "other", "{}") + "}",
                "{\"payload\":{\"remove\":[{\"kind\":\"service\",\"id\":\"never-there\"}]}}",
                "{\"payload\":{\"remove\":[{\"kind\":\"signers\",\"id\":\"root\"}]}}",
                GOOD.replace(
                        "\"payload\":{\"put\"", "\"payload_b3\":\"b3:" + "0".repeat(64) + "\",\"payload\":{\"put\""))) {
            governor.request().body(body).post("/registry/proposals").then().statusCode(400);
        }
        governor.request()
                .contentType("text/plain")
                .body(GOOD)
                .post("/registry/proposals")
                .then()
                .statusCode(415);
        governor.request()
                .body(new byte[1 << 21])
                .post("/registry/proposals")
                .then()
                .statusCode(413);
    }

    @Test
    void survivesRandomDamageInJsonAndCbor() throws IOException {
        byte[] json = GOOD.getBytes(StandardCharsets.UTF_8);
        byte[] cbor = new CBORMapper().writeValueAsBytes(new ObjectMapper().readTree(GOOD));
        var random = new Random(20_261_118);
        for (int i = 0; i < FUZZ; i++) {
            boolean binary = random.nextBoolean();
            byte[] body = damage(binary ? cbor : json, random);
            var answer = governor.request()
                    .contentType(binary ? "application/cbor" : "application/json")
                    .body(body)
                    .post("/registry/proposals");

            assertThat(answer.statusCode())
                    .as("round %d: %s", i, answer.asString())
                    .isIn(202, 400);
            if (answer.statusCode() == 400) {
                assertThat(answer.contentType()).startsWith("application/problem+json");
            }
        }
        given().get("/registry/head").then().statusCode(200);
    }

    private static byte[] damage(byte[] good, Random random) {
        byte[] bad = good.clone();
        for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
            bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
        }
        return random.nextInt(4) == 0 ? java.util.Arrays.copyOf(bad, random.nextInt(bad.length)) : bad;
    }
}
