package dev.quintet.wallet.api;

import static dev.quintet.wallet.api.Caller.body;
import static dev.quintet.wallet.api.Caller.fresh;
import static dev.quintet.wallet.api.OperationsResourceTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ceilings and the clock: what one operation and one day may move, and holds that nobody ends. */
@QuarkusTest
@TestProfile(WalletProfile.class)
@Timeout(60)
class LimitsResourceTest {
    private static final String OPERATION_MAX = "100000000000000000000";
    /** Operations of the largest amount that fit a day. */
    private static final int PER_DAY = 100;

    private final Caller caller = Caller.withEveryScope();
    private final String asset = fresh("ron");
    private final String alice = fresh("alice");
    private final String bob = fresh("bob");

    @Test
    void oneOperationMovesNoMoreThanItsCeiling() {
        assertProblem(caller.issue(alice, asset, "100000000000000000001"), 403, "LIMITS_EXCEEDED");
        assertThat(caller.issue(alice, asset, OPERATION_MAX).statusCode()).isEqualTo(200);
    }

    @Test
    void oneDayMovesNoMoreThanItsCeiling() {
        // Given
        var issues = new ArrayList<String>();
        var transfers = new ArrayList<String>();
        for (int i = 1; i <= PER_DAY + 1; i++) {
            issues.add(
                    "{\"op\":\"issue\",\"idempotency_key\":\"i%d\",\"to\":\"%s\",\"asset\":\"%s\",\"amount_minor\":\"%s\"}"
                            .formatted(i, alice, asset, OPERATION_MAX));
            transfers.add(
                    "{\"op\":\"transfer\",\"idempotency_key\":\"t%d\",\"from\":\"%s\",\"to\":\"%s\",\"asset\":\"%s\",\"amount_minor\":\"%s\",\"nonce\":%d}"
                            .formatted(i, alice, bob, asset, OPERATION_MAX, i));
        }
        batch(issues);

        // When
        var moved = batch(transfers);

        // Then: all of one day, unless midnight came between.
        List<Integer> statuses = moved.path("results.status");
        assertThat(statuses.subList(0, PER_DAY)).containsOnly(200);
        if (statuses.get(PER_DAY) != 200) {
            assertThat(moved.<String>path("results[" + PER_DAY + "].error.code"))
                    .isEqualTo("LIMITS_EXCEEDED");
        }
        assertThat(caller.balance(alice, asset).<Integer>path("nonce")).isGreaterThanOrEqualTo(PER_DAY);
    }

    @Test
    void aHoldThatNobodyEndsEndsByItself() {
        // Given
        caller.issue(alice, asset, "10");
        String hold = caller.hold(alice, asset, "4", 1, 1).path("hold_id");
        assertThat(caller.balance(alice, asset).<String>path("total_minor")).isEqualTo("10");

        // When: the service itself is asked between looks, which is pause enough.
        String available = "";
        while (!available.equals("10")) {
            available = caller.balance(alice, asset).path("available_minor");
        }

        // Then
        assertProblem(
                caller.post("/v1/holds/" + hold + "/capture", fresh("k"), body("to", bob, "amount_minor", "1")),
                409,
                "HOLD_CLOSED");
        assertThat(caller.get("/v1/accounts/" + alice + "/entries?asset=" + asset)
                        .<List<String>>path("entries.op"))
                .containsExactly("expire", "hold", "issue");
    }

    private io.restassured.response.Response batch(List<String> operations) {
        return caller.post(
                "/v1/batch", fresh("b"), "{\"operations\":[" + String.join(",", operations) + "],\"atomic\":false}");
    }
}
