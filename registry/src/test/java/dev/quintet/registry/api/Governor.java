package dev.quintet.registry.api;

import static io.restassured.RestAssured.given;

import dev.quintet.registry.Signers;
import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.RootKey;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/** Proposes, approves and commits over HTTP with a token. */
final class Governor {
    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final String token;

    Governor(String... caveats) {
        Macaroon macaroon = Macaroon.mint(RootKey.parse(RegistryProfile.ROOT_KEY));
        for (String caveat : caveats) {
            macaroon = macaroon.attenuate(Caveat.parse(caveat));
        }
        this.token = macaroon.serialize();
    }

    static Governor withEveryScope() {
        return new Governor("scope in registry:propose,registry:approve,registry:commit,registry:admin");
    }

    static String fresh(String prefix) {
        return prefix + COUNTER.incrementAndGet();
    }

    RequestSpecification request() {
        return given().header("Authorization", "Bearer " + token).contentType("application/json");
    }

    /** A payload that puts one descriptor. */
    static String put(String kind, String id, String body) {
        return "{\"put\":[{\"kind\":\"" + kind + "\",\"id\":\"" + id + "\",\"body\":" + body + "}]}";
    }

    Response propose(String payload) {
        return request().body("{\"payload\":" + payload + "}").post("/registry/proposals");
    }

    Response approve(String proposal, String signer, String signature) {
        return request()
                .body("{\"signer_id\":\"" + Signers.id(signer) + "\",\"algo\":\"ed25519\",\"sig\":\"" + signature
                        + "\",\"signed_at\":\"" + Instant.now() + "\"}")
                .post("/registry/approvals/" + proposal);
    }

    Response approve(Response proposed, String signer) {
        String input = proposed.path("signing_input");
        return approve(proposed.path("proposal_id"), signer, Signers.sign(signer, input));
    }

    Response commit(String proposal) {
        return request().post("/registry/commit/" + proposal);
    }

    /** Proposes, approves with alpha and beta, commits; answers the version. */
    long committed(String payload) {
        var proposed = propose(payload).then().statusCode(202).extract().response();
        approve(proposed, "alpha").then().statusCode(200);
        approve(proposed, "beta").then().statusCode(200);
        return commit(proposed.path("proposal_id"))
                .then()
                .statusCode(201)
                .extract()
                .jsonPath()
                .getLong("version");
    }
}
