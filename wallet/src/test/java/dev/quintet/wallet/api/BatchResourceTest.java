package dev.quintet.wallet.api;

import static dev.quintet.wallet.api.Caller.fresh;
import static dev.quintet.wallet.api.OperationsResourceTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(WalletProfile.class)
class BatchResourceTest {
    private final Caller caller = Caller.withEveryScope();
    private final String asset = fresh("ron");
    private final String alice = fresh("alice");
    private final String bob = fresh("bob");

    @Test
    void answersEveryOperationInOrderAndGoesOnAfterARefusal() {
        var answer = batch(false, issue("a", 10), transfer("b", 1, 1), transfer("c", 99, 2), transfer("d", 2, 2));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.<List<Integer>>path("results.status")).containsExactly(200, 200, 409, 200);
        assertThat(answer.<String>path("results[2].error.code")).isEqualTo("INSUFFICIENT_FUNDS");
        assertThat(answer.<String>path("results[3].receipt.amount_minor")).isEqualTo("2");
        assertThat(total(alice)).isEqualTo("7");
    }

    @Test
    void atomicBatchTakesAllOrNothing() {
        var refused = batch(true, issue("a", 10), transfer("b", 1, 1), transfer("c", 99, 2));
        assertProblem(refused, 409, "INSUFFICIENT_FUNDS");
        assertThat(refused.<Integer>path("details.index")).isEqualTo(2);
        assertThat(total(alice)).isEqualTo("0");

        var taken = batch(true, issue("a", 10), transfer("b", 1, 1), transfer("c", 9, 2));
        var replayed = batch(true, issue("a", 10), transfer("b", 1, 1), transfer("c", 9, 2));

        assertThat(taken.<List<Boolean>>path("results.replay")).containsOnly(false);
        assertThat(replayed.<List<Boolean>>path("results.replay")).containsOnly(true);
        assertThat(replayed.<List<Object>>path("results.receipt"))
                .isEqualTo(taken.<List<Object>>path("results.receipt"));
        assertThat(total(bob)).isEqualTo("10");
    }

    @Test
    void takesAHoldThroughItsLifeInBatches() {
        String hold = batch(
                        false,
                        issue("a", 10),
                        "{\"op\":\"hold\",\"idempotency_key\":\"h\",\"from\":\"%s\",\"asset\":\"%s\",\"amount_minor\":\"4\",\"nonce\":1,\"expires_in_s\":60}"
                                .formatted(alice, asset))
                .path("results[1].receipt.hold_id");

        var end = batch(
                false,
                "{\"op\":\"capture\",\"idempotency_key\":\"c\",\"hold_id\":\"%s\",\"to\":\"%s\",\"amount_minor\":\"3\"}"
                        .formatted(hold, bob),
                "{\"op\":\"release\",\"idempotency_key\":\"r\",\"hold_id\":\"%s\"}".formatted(hold));

        assertThat(end.<List<Integer>>path("results.status")).containsExactly(200, 409);
        assertThat(end.<String>path("results[1].error.code")).isEqualTo("HOLD_CLOSED");
        assertThat(total(bob)).isEqualTo("3");
        assertThat(total(alice)).isEqualTo("7");
    }

    @Test
    void asksForTheScopeOfEveryOperation() {
        var issuer = new Caller("scope in wallet:issue,wallet:read");

        var answer = issuer.post("/v1/batch", fresh("x"), body(false, List.of(issue("a", 10), transfer("b", 1, 1))));

        assertProblem(answer, 403, "FORBIDDEN");
        assertThat(total(alice)).isEqualTo("0");
    }

    @Test
    void manyOperationsFitOneBody() {
        var operations = new ArrayList<String>();
        operations.add(issue("a", 1_000_000));
        for (int nonce = 1; nonce <= 5_000; nonce++) {
            operations.add(transfer("t" + nonce, 1, nonce));
        }

        var answer = batch(false, operations.toArray(String[]::new));

        assertThat(answer.<List<Integer>>path("results.status")).hasSize(5_001).containsOnly(200);
        assertThat(total(bob)).isEqualTo("5000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"operations\":[],\"atomic\":true}",
                "{\"operations\":[{}],\"atomic\":true}",
                "{\"operations\":[{\"op\":\"mint\",\"idempotency_key\":\"k\"}],\"atomic\":true}",
                "{\"operations\":[{\"op\":\"release\",\"idempotency_key\":\"k\",\"hold_id\":\"hold_0\"}],\"atomic\":false}",
                "{\"operations\":{},\"atomic\":true}",
                "{\"operations\":[1],\"atomic\":true}",
                "{\"operations\":[{\"op\":\"issue\",\"to\":\"a\",\"asset\":\"x\",\"amount_minor\":\"1\"}],\"atomic\":true}",
                "{\"operations\":[{\"op\":\"issue\",\"idempotency_key\":\"k\",\"to\":\"a\",\"asset\":\"x\",\"amount_minor\":\"1\"}]}",
                "{\"operations\":[{\"op\":\"issue\",\"idempotency_key\":\"k\",\"to\":\"a\",\"asset\":\"x\",\"amount_minor\":\"1\"}],\"atomic\":1}"
            })
    void refusesEveryMalformedBatch(String body) {
        assertProblem(caller.post("/v1/batch", fresh("m"), body), 400, "BAD_REQUEST");
    }

    private io.restassured.response.Response batch(boolean atomic, String... operations) {
        return caller.post("/v1/batch", fresh("b"), body(atomic, List.of(operations)));
    }

    private static String body(boolean atomic, List<String> operations) {
        return "{\"operations\":[" + String.join(",", operations) + "],\"atomic\":" + atomic + "}";
    }

    private String issue(String key, long amount) {
        return "{\"op\":\"issue\",\"idempotency_key\":\"%s\",\"to\":\"%s\",\"asset\":\"%s\",\"amount_minor\":\"%d\"}"
                .formatted(key, alice, asset, amount);
    }

    private String transfer(String key, long amount, long nonce) {
        return "{\"op\":\"transfer\",\"idempotency_key\":\"%s\",\"from\":\"%s\",\"to\":\"%s\",\"asset\":\"%s\",\"amount_minor\":\"%d\",\"nonce\":%d}"
                .formatted(key, alice, bob, asset, amount, nonce);
    }

    private String total(String account) {
        return caller.balance(account, asset).path("total_minor");
    }
}
