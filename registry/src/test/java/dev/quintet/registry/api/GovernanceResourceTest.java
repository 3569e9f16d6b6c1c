package dev.quintet.registry.api;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.startsWith;

import dev.quintet.registry.Signers;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

/** The write path over HTTP: propose, approve, commit, and every way in which that is refused. */
@QuarkusTest
@TestProfile(RegistryProfile.class)
class GovernanceResourceTest {
    private static final String BODY = "{\"x\":1}";

    private final Governor governor = Governor.withEveryScope();

    @Test
    void commitsWhatAQuorumApproved() {
        String id = Governor.fresh("svc");
        var proposed = governor.propose(Governor.put("service", id, BODY));
        proposed.then().statusCode(202).body("payload_b3", startsWith("b3:"));
        governor.approve(proposed, "alpha").then().statusCode(200).body("status", equalTo("pending"));
        governor.approve(proposed, "beta")
                .then()
                .statusCode(200)
                .body("status", equalTo("ready"))
                .body("quorum.m", equalTo(2))
                .body("quorum.n", equalTo(3));

        var committed = governor.commit(proposed.path("proposal_id"));

        committed.then().statusCode(201);
        governor.commit(proposed.path("proposal_id"))
                .then()
                .statusCode(200)
                .body("version", equalTo(committed.<Integer>path("version")))
                .body("hash", equalTo(committed.path("hash")));
        given().get("/registry/descriptors/service/" + id)
                .then()
                .statusCode(200)
                .body("body.x", equalTo(1))
                .body("version", equalTo(committed.<Integer>path("version")));
        given().get("/registry/proposals/" + proposed.path("proposal_id"))
                .then()
                .body("state", equalTo("committed"));
    }

    @Test
    void refusesToCommitWithoutAQuorum() {
        var proposed = governor.propose(Governor.put("service", Governor.fresh("svc"), BODY));
        governor.approve(proposed, "gamma");

        governor.commit(proposed.path("proposal_id"))
                .then()
                .statusCode(422)
                .body("code", equalTo("QUORUM_FAILED"))
                .body("details.counting", contains(Signers.id("gamma")));
    }

    @Test
    void refusesSignaturesThatAreNotTheSignersOwnOverThisProposal() {
        var one = governor.propose(Governor.put("service", Governor.fresh("svc"), BODY));
        var other = governor.propose(Governor.put("service", Governor.fresh("svc"), BODY));
        String id = one.path("proposal_id");
        String replayed = Signers.sign("alpha", other.path("signing_input"));
        String foreign = Signers.sign("beta", one.path("signing_input"));

        governor.approve(id, "alpha", replayed).then().statusCode(422).body("code", equalTo("INVALID_SIG"));
        governor.approve(id, "alpha", foreign).then().statusCode(422).body("code", equalTo("INVALID_SIG"));
        governor.approve(id, "delta", foreign).then().statusCode(422).body("code", equalTo("INVALID_SIG"));
        governor.approve(id, "alpha", "AAAA").then().statusCode(400);
        given().get("/registry/proposals/" + id).then().body("approvals", hasSize(0));
    }

    @Test
    void countsASignerOnce() {
        var proposed = governor.propose(Governor.put("service", Governor.fresh("svc"), BODY));
        governor.approve(proposed, "alpha").then().statusCode(200);

        governor.approve(proposed, "alpha").then().statusCode(409).body("code", equalTo("DUPLICATE_APPROVAL"));
    }

    @Test
    void rebasesWhatDoesNotConflictAndRefusesWhatDoes() {
        String contested = Governor.fresh("svc");
        var first = governor.propose(Governor.put("service", contested, BODY));
        var second = governor.propose(Governor.put("service", contested, "{\"x\":2}"));
        var elsewhere = governor.propose(Governor.put("service", Governor.fresh("svc"), BODY));
        for (var proposed : new io.restassured.response.Response[] {first, second, elsewhere}) {
            governor.approve(proposed, "alpha").then().statusCode(200);
            governor.approve(proposed, "beta").then().statusCode(200);
        }

        governor.commit(first.path("proposal_id")).then().statusCode(201);

        governor.commit(second.path("proposal_id"))
                .then()
                .statusCode(409)
                .body("code", equalTo("CHAIN_MISMATCH"))
                .body("retryable", equalTo(true));
        governor.commit(elsewhere.path("proposal_id")).then().statusCode(201);
        given().get("/registry/proposals/" + second.path("proposal_id")).then().body("state", equalTo("superseded"));
    }

    @Test
    void keepsToTheExpectedHead() {
        var head = given().get("/registry/head");
        String payload = Governor.put("service", Governor.fresh("svc"), BODY)
                .replaceFirst(
                        "\\{",
                        "{\"expect_head\":{\"version\":" + head.path("version") + ",\"hash\":\"" + head.path("hash")
                                + "\"},");
        var proposed = governor.propose(payload);
        governor.approve(proposed, "alpha").then().statusCode(200);
        governor.approve(proposed, "beta").then().statusCode(200);
        governor.committed(Governor.put("service", Governor.fresh("svc"), BODY));

        governor.commit(proposed.path("proposal_id")).then().statusCode(409).body("code", equalTo("CHAIN_MISMATCH"));
        governor.propose(payload).then().statusCode(409);
    }

    @Test
    void supersedesTheHeadAndNothingElse() {
        String head = given().get("/registry/head").path("hash");
        String payload =
                "{\"supersede\":{\"of\":\"" + head + "\",\"reason\":\"DATA_ERROR\",\"note\":\"wrong\"},\"put\":[]}";

        assertThat(governor.committed(payload)).isPositive();

        governor.propose(payload).then().statusCode(409).body("code", equalTo("CHAIN_MISMATCH"));
    }

    @Test
    void asksForTheScopeOfEveryStep() {
        var reader = new Governor("scope in wallet:read");

        reader.propose(Governor.put("service", "svc", BODY)).then().statusCode(403);
        reader.approve("x", "alpha", "AAAA").then().statusCode(403);
        reader.commit("x").then().statusCode(403);
        given().post("/registry/commit/x").then().statusCode(401);
        governor.commit("01J00000000000000000000000").then().statusCode(404);
    }
}
