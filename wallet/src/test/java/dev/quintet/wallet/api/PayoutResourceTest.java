package dev.quintet.wallet.api;

import static dev.quintet.wallet.api.Caller.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bulk payouts from one account: consecutive nonces in a batch that is not atomic, and what a repetition does. */
@QuarkusTest
@TestProfile(WalletProfile.class)
class PayoutResourceTest {
    private final Caller caller = Caller.withEveryScope();
    private final String asset = fresh("ron");
    private final String pool = fresh("pool");
    private final String run = fresh("run");

    @Test
    void aRepeatedBatchAnswersReplaysForWhatWasAppliedAndAppliesTheRest() {
        // Given: funds for seven of ten payouts of 10.
        caller.issue(pool, asset, "70");
        var first = payouts(1, 10, 1);
        assertThat(statuses(first)).containsExactlyElementsOf(several(200, 7, 409, 3));
        assertThat(first.<String>path("results[7].error.code")).isEqualTo("INSUFFICIENT_FUNDS");
        // The refused one used no nonce, so the next is not the one expected.
        assertThat(first.<String>path("results[8].error.code")).isEqualTo("NONCE_CONFLICT");
        assertThat(first.<Integer>path("results[8].error.details.expected")).isEqualTo(8);
        caller.issue(pool, asset, "30");

        // When
        var second = payouts(1, 10, 1);
        var third = payouts(1, 10, 1);

        // Then
        assertThat(statuses(second)).containsOnly(200);
        assertThat(second.<List<Boolean>>path("results.replay"))
                .containsExactly(true, true, true, true, true, true, true, false, false, false);
        assertThat(second.<String>path("results[3].receipt.receipt_hash"))
                .isEqualTo(first.<String>path("results[3].receipt.receipt_hash"));
        assertThat(third.<List<Boolean>>path("results.replay")).containsOnly(true);
        assertThat(caller.balance(pool, asset).<String>path("total_minor")).isEqualTo("0");
        assertThat(caller.balance("payee-" + run + "-4", asset).<String>path("total_minor"))
                .isEqualTo("10");
    }

    @Test
    void aReplayNeedsNoNonceOfItsOwnButTheSameOne() {
        caller.issue(pool, asset, "100");
        payouts(1, 5, 1);

        var renumbered = payouts(1, 6, 2);

        // Another nonce is another request: refused, and nobody is paid twice. The sixth was never applied.
        assertThat(renumbered.<List<String>>path("results.error.code").subList(0, 5))
                .containsOnly("IDEMPOTENCY_CONFLICT");
        assertThat(renumbered.<String>path("results[5].error.code")).isEqualTo("NONCE_CONFLICT");
        assertThat(caller.balance(pool, asset).<String>path("total_minor")).isEqualTo("50");
    }

    @Test
    void issuesNeedNoNoncesAtAll() {
        var first = issues(3);
        var second = issues(5);

        assertThat(statuses(first)).containsOnly(200);
        assertThat(second.<List<Boolean>>path("results.replay")).containsExactly(true, true, true, false, false);
        assertThat(caller.get("/v1/supply?asset=" + asset).<String>path("circulating_minor"))
                .isEqualTo("50");
    }

    private Response payouts(int from, int to, long firstNonce) {
        var operations = new ArrayList<String>();
        for (int i = from; i <= to; i++) {
            operations.add(
                    "{\"op\":\"transfer\",\"idempotency_key\":\"%s-%d\",\"from\":\"%s\",\"to\":\"payee-%s-%d\",\"asset\":\"%s\",\"amount_minor\":\"10\",\"nonce\":%d}"
                            .formatted(run, i, pool, run, i, asset, firstNonce + i - from));
        }
        return batch(operations);
    }

    private Response issues(int count) {
        var operations = new ArrayList<String>();
        for (int i = 1; i <= count; i++) {
            operations.add(
                    "{\"op\":\"issue\",\"idempotency_key\":\"%s-%d\",\"to\":\"payee-%s-%d\",\"asset\":\"%s\",\"amount_minor\":\"10\"}"
                            .formatted(run, i, run, i, asset));
        }
        return batch(operations);
    }

    private Response batch(List<String> operations) {
        return caller.post(
                "/v1/batch", fresh("b"), "{\"operations\":[" + String.join(",", operations) + "],\"atomic\":false}");
    }

    private static List<Integer> statuses(Response response) {
        return response.path("results.status");
    }

    private static List<Integer> several(int status, int count, int otherStatus, int otherCount) {
        var list = new ArrayList<>(Collections.nCopies(count, status));
        list.addAll(Collections.nCopies(otherCount, otherStatus));
        return list;
    }
}
