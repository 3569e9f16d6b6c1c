package dev.quintet.wallet.api;

import static dev.quintet.wallet.api.Caller.body;
import static dev.quintet.wallet.api.Caller.fresh;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.quintet.shared.content.Blake3;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(WalletProfile.class)
class OperationsResourceTest {
    private final Caller caller = Caller.withEveryScope();
    private final String asset = fresh("ron");
    private final String alice = fresh("alice/");
    private final String bob = fresh("bob/");

    @Test
    void movesMoneyExactlyToTheLastUnit() {
        assertThat(caller.issue(alice, asset, "99999999999999999999").statusCode())
                .isEqualTo(200);
        assertThat(caller.transfer(alice, bob, asset, "99999999999999999998", 1).statusCode())
                .isEqualTo(200);
        var burn = caller.post(
                "/v1/burn",
                fresh("b"),
                "{\"from\":\"%s\",\"asset\":\"%s\",\"amount_minor\":\"1\",\"nonce\":2}".formatted(alice, asset));

        assertThat(burn.statusCode()).isEqualTo(200);
        assertBalance(alice, "0", "0", 2);
        assertBalance(bob, "99999999999999999998", "99999999999999999998", 0);
        var supply = given().get("/v1/supply?asset=" + asset);
        assertThat(supply.path("issued_minor").toString()).isEqualTo("99999999999999999999");
        assertThat(supply.path("burned_minor").toString()).isEqualTo("1");
        assertThat(supply.path("circulating_minor").toString()).isEqualTo("99999999999999999998");
        assertThat(supply.<Integer>path("accounts")).isEqualTo(2);
    }

    @Test
    void receiptCarriesTheHashOfItsCanonicalForm() throws IOException {
        var receipt = caller.issue(alice, asset, "5");

        var members = new TreeMap<String, Object>(receipt.jsonPath().<String, Object>getMap("$"));
        String hash = (String) members.remove("receipt_hash");
        byte[] canonical = new ObjectMapper().writeValueAsBytes(members);
        assertThat(hash).isEqualTo("b3:" + HexFormat.of().formatHex(Blake3.hash(canonical)));
        assertThat(members.keySet())
                .containsExactly("amount_minor", "asset", "idem", "ledger_root", "op", "seq", "to", "ts", "txid");
        assertThat((String) members.get("txid")).matches("tx_[0-9a-f]{32}");
        assertThat(caller.get("/v1/tx/" + members.get("txid")).asByteArray()).isEqualTo(receipt.asByteArray());
    }

    @Test
    void replayIsByteIdenticalAndSaysSo() {
        String key = fresh("same");
        String body = body("to", alice, "asset", asset, "amount_minor", "7");
        var first = caller.post("/v1/issue", key, body);

        var again = caller.post("/v1/issue", key, " " + body + "\n");
        var other = caller.post("/v1/issue", key, body("to", alice, "asset", asset, "amount_minor", "8"));

        assertThat(first.header("Idempotent-Replay")).isNull();
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(again.header("Idempotent-Replay")).isEqualTo("true");
        assertThat(again.asByteArray()).isEqualTo(first.asByteArray());
        assertProblem(other, 409, "IDEMPOTENCY_CONFLICT");
        assertBalance(alice, "7", "7", 0);
        var known = caller.get("/v1/requests/" + key + "?asset=" + asset);
        assertThat(known.asString()).isEqualTo("{\"status\":\"committed\",\"receipt\":" + first.asString() + "}");
        assertThat(caller.get("/v1/requests/" + key + "?account=" + alice).asString())
                .isEqualTo("{\"status\":\"not_found\"}");
    }

    @Test
    void refusesWithTheReasonAndChangesNothing() {
        caller.issue(alice, asset, "10");

        var nonce = caller.transfer(alice, bob, asset, "1", 5);
        assertProblem(nonce, 409, "NONCE_CONFLICT");
        assertThat(nonce.<Integer>path("details.expected")).isEqualTo(1);
        assertProblem(caller.transfer(alice, bob, asset, "11", 1), 409, "INSUFFICIENT_FUNDS");
        assertProblem(caller.transfer(alice, alice, asset, "1", 1), 400, "BAD_REQUEST");
        assertProblem(caller.transfer(alice, bob, asset, "100000000000000000001", 1), 403, "LIMITS_EXCEEDED");
        assertProblem(caller.issue(alice, asset, "340282366920938463463374607431768211455"), 403, "LIMITS_EXCEEDED");
        assertBalance(alice, "10", "10", 0);
        assertBalance(bob, "0", "0", 0);
    }

    @Test
    void holdEndsExactlyOnce() {
        caller.issue(alice, asset, "100");
        String hold = caller.hold(alice, asset, "60", 1, 60).path("hold_id");
        assertBalance(alice, "100", "40", 1);
        assertProblem(caller.transfer(alice, bob, asset, "41", 2), 409, "INSUFFICIENT_FUNDS");

        String key = fresh("c");
        var capture = caller.post("/v1/holds/" + hold + "/capture", key, body("to", bob, "amount_minor", "50"));

        assertThat(capture.statusCode()).isEqualTo(200);
        assertThat(capture.<String>path("hold_id")).isEqualTo(hold);
        assertBalance(alice, "50", "50", 1);
        assertBalance(bob, "50", "50", 0);
        var replay = caller.post("/v1/holds/" + hold + "/capture", key, body("to", bob, "amount_minor", "50"));
        assertThat(replay.asByteArray()).isEqualTo(capture.asByteArray());
        assertProblem(caller.post("/v1/holds/" + hold + "/release", fresh("r"), "{}"), 409, "HOLD_CLOSED");
        assertProblem(caller.post("/v1/holds/hold_00000000ffffffff/release", fresh("r"), "{}"), 404, "NOT_FOUND");
        assertProblem(caller.post("/v1/holds/x/release", fresh("r"), "{}"), 400, "BAD_REQUEST");
    }

    @Test
    void releaseGivesTheFundsBack() {
        caller.issue(alice, asset, "100");
        String hold = caller.hold(alice, asset, "60", 1, 60).path("hold_id");

        var release = caller.post("/v1/holds/" + hold + "/release", fresh("r"), "{}");

        assertThat(release.statusCode()).isEqualTo(200);
        assertThat(release.<String>path("amount_minor")).isEqualTo("60");
        assertBalance(alice, "100", "100", 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "null",
                "{",
                "{}",
                "{\"to\":\"a\",\"asset\":\"x\",\"amount_minor\":\"1\"} x",
                "{\"to\":\"a\",\"to\":\"b\",\"asset\":\"x\",\"amount_minor\":\"1\"}",
                "{\"to\":\"a\",\"asset\":\"x\",\"amount_minor\":1}",
                "{\"to\":\"a\",\"asset\":\"x\",\"amount_minor\":\"0\"}",
                "{\"to\":\"a\",\"asset\":\"x\",\"amount_minor\":\"01\"}",
                "{\"to\":\"a\",\"asset\":\"x\",\"amount_minor\":\"-1\"}",
                "{\"to\":\"a\",\"asset\":\"x\",\"amount_minor\":\"1.0\"}",
                "{\"to\":\"a\",\"asset\":\"x\",\"amount_minor\":\"1e3\"}",
                "{\"to\":\"a\",\"asset\":\"x\",\"amount_minor\":\"340282366920938463463374607431768211456\"}",
                "{\"to\":\"\",\"asset\":\"x\",\"amount_minor\":\"1\"}",
                "{\"to\":\"a b\",\"asset\":\"x\",\"amount_minor\":\"1\"}",
                "{\"to\":\"ä\",\"asset\":\"x\",\"amount_minor\":\"1\"}",
                "{\"to\":\"a\",\"asset\":\"X\",\"amount_minor\":\"1\"}",
                "{\"to\":\"a\",\"asset\":null,\"amount_minor\":\"1\"}",
                "{\"to\":\"a\",\"asset\":\"x\",\"amount_minor\":\"1\",\"nonce\":1}",
                "{\"to\":\"a\",\"asset\":\"x\",\"amount_minor\":\"1\",\"memo\":7}",
                "{\"to\":\"a\",\"asset\":\"x\",\"amount_minor\":\"1\",\"surprise\":\"\"}"
            })
    void refusesEveryMalformedBody(String body) {
        assertProblem(caller.post("/v1/issue", fresh("m"), body), 400, "BAD_REQUEST");
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "1.5", "'\"1\"'", "9007199254740992", "99999999999999999999", "true"})
    void refusesEveryMalformedNonce(String nonce) {
        String body = "{\"from\":\"a\",\"to\":\"b\",\"asset\":\"x\",\"amount_minor\":\"1\",\"nonce\":" + nonce + "}";
        assertProblem(caller.post("/v1/transfer", fresh("m"), body), 400, "BAD_REQUEST");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {" ", "a b", "a/b", "ü", "12345678901234567890123456789012345678901234567890123456789012345"})
    void refusesEveryMalformedKey(String key) {
        assertProblem(
                caller.post("/v1/issue", key, body("to", "a", "asset", "x", "amount_minor", "1")), 400, "BAD_REQUEST");
    }

    @Test
    void asksForKeyTokenAndScope() {
        String body = body("to", alice, "asset", asset, "amount_minor", "1");
        assertProblem(caller.request().body(body).post("/v1/issue"), 400, "BAD_REQUEST");
        assertProblem(given().contentType("application/json").body(body).post("/v1/issue"), 401, "UNAUTHORIZED");
        assertProblem(new Caller("scope in wallet:read").post("/v1/issue", "k", body), 403, "FORBIDDEN");
        assertProblem(
                new Caller("scope in wallet:issue", "asset = other").post("/v1/issue", "k", body), 403, "FORBIDDEN");
        assertProblem(
                new Caller("scope in wallet:transfer", "account = " + bob).transfer(alice, bob, asset, "1", 1),
                403,
                "FORBIDDEN");
    }

    private void assertBalance(String account, String total, String available, int nonce) {
        var balance = caller.balance(account, asset);
        assertThat(balance.statusCode()).isEqualTo(200);
        assertThat(balance.<String>path("total_minor")).isEqualTo(total);
        assertThat(balance.<String>path("available_minor")).isEqualTo(available);
        assertThat(balance.<Integer>path("nonce")).isEqualTo(nonce);
        assertThat(balance.<Integer>path("stale_ms")).isZero();
    }

    static void assertProblem(Response response, int status, String code) {
        assertThat(response.statusCode())
                .as(new String(response.asByteArray(), StandardCharsets.UTF_8))
                .isEqualTo(status);
        assertThat(response.<String>path("code")).isEqualTo(code);
        assertThat(response.contentType()).startsWith("application/problem+json");
    }
}
