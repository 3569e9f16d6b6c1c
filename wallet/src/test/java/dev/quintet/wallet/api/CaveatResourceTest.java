package dev.quintet.wallet.api;

import static dev.quintet.wallet.api.Caller.body;
import static dev.quintet.wallet.api.Caller.fresh;
import static dev.quintet.wallet.api.OperationsResourceTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A token for one account or one asset, on every route that knows an account or an asset. */
@QuarkusTest
@TestProfile(WalletProfile.class)
class CaveatResourceTest {
    private static final String ALL =
            "scope in wallet:read,wallet:issue,wallet:transfer,wallet:burn,wallet:hold,wallet:admin";

    private final Caller caller = Caller.withEveryScope();
    private final String asset = fresh("ron");
    private final String alice = fresh("alice");
    private final String bob = fresh("bob");
    private final Caller bobs = new Caller(ALL, "account = " + bob);
    private final Caller others = new Caller(ALL, "asset = " + asset + "x");
    private String txid = "";
    private String hold = "";
    private String key = "";

    @BeforeEach
    void aliceHasFundsAndAHold() {
        key = fresh("first");
        txid = caller.post("/v1/issue", key, body("to", alice, "asset", asset, "amount_minor", "10"))
                .path("txid");
        hold = caller.hold(alice, asset, "4", 1, 60).path("hold_id");
    }

    @Test
    void noWriteTouchesAnotherAccountOrAsset() {
        for (Caller stranger : List.of(bobs, others)) {
            assertProblem(stranger.issue(alice, asset, "1"), 403, "FORBIDDEN");
            assertProblem(stranger.transfer(alice, bob, asset, "1", 2), 403, "FORBIDDEN");
            assertProblem(
                    stranger.post(
                            "/v1/burn",
                            fresh("k"),
                            "{\"from\":\"%s\",\"asset\":\"%s\",\"amount_minor\":\"1\",\"nonce\":2}"
                                    .formatted(alice, asset)),
                    403,
                    "FORBIDDEN");
            assertProblem(stranger.hold(alice, asset, "1", 2, 60), 403, "FORBIDDEN");
            assertProblem(
                    stranger.post("/v1/holds/" + hold + "/capture", fresh("k"), body("to", bob, "amount_minor", "1")),
                    403,
                    "FORBIDDEN");
            assertProblem(stranger.post("/v1/holds/" + hold + "/release", fresh("k"), "{}"), 403, "FORBIDDEN");
            for (String operation : List.of(
                    "{\"op\":\"issue\",\"idempotency_key\":\"k\",\"to\":\"%s\",\"asset\":\"%s\",\"amount_minor\":\"1\"}"
                            .formatted(alice, asset),
                    "{\"op\":\"transfer\",\"idempotency_key\":\"k\",\"from\":\"%s\",\"to\":\"%s\",\"asset\":\"%s\",\"amount_minor\":\"1\",\"nonce\":2}"
                            .formatted(alice, bob, asset),
                    "{\"op\":\"release\",\"idempotency_key\":\"k\",\"hold_id\":\"%s\"}".formatted(hold))) {
                String batch = "{\"operations\":[" + operation + "],\"atomic\":false}";
                assertProblem(stranger.post("/v1/batch", fresh("k"), batch), 403, "FORBIDDEN");
            }
        }
        var balance = caller.balance(alice, asset);
        assertThat(balance.<String>path("total_minor")).isEqualTo("10");
        assertThat(balance.<String>path("available_minor")).isEqualTo("6");
        assertThat(balance.<Integer>path("nonce")).isEqualTo(1);
    }

    @Test
    void noReadShowsAnotherAccountOrAsset() {
        for (Caller stranger : List.of(bobs, others)) {
            assertProblem(stranger.balance(alice, asset), 403, "FORBIDDEN");
            assertProblem(stranger.get("/v1/accounts/" + alice + "/entries?asset=" + asset), 403, "FORBIDDEN");
            assertProblem(stranger.get("/v1/tx/" + txid), 403, "FORBIDDEN");
            assertProblem(stranger.get("/v1/requests/" + key + "?asset=" + asset), 403, "FORBIDDEN");
        }
        assertProblem(bobs.get("/v1/requests/" + key + "?account=" + alice), 403, "FORBIDDEN");
    }

    @Test
    void theRightTokenIsLetThrough() {
        var own = new Caller(ALL, "account = " + alice, "asset = " + asset);

        assertThat(own.issue(alice, asset, "1").statusCode()).isEqualTo(200);
        assertThat(own.transfer(alice, bob, asset, "1", 2).statusCode()).isEqualTo(200);
        assertThat(own.get("/v1/tx/" + txid).statusCode()).isEqualTo(200);
        assertThat(own.get("/v1/requests/" + key + "?asset=" + asset).<String>path("status"))
                .isEqualTo("committed");
    }
}
