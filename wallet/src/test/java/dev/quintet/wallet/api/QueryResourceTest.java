package dev.quintet.wallet.api;

import static dev.quintet.wallet.api.Caller.fresh;
import static dev.quintet.wallet.api.OperationsResourceTest.assertProblem;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@QuarkusTest
@TestProfile(WalletProfile.class)
class QueryResourceTest {
    private final Caller caller = Caller.withEveryScope();
    private final String asset = fresh("ron");
    private final String alice = fresh("alice/");
    private final String bob = fresh("bob/");

    @Test
    void entriesTellTheRunningBalanceNewestFirst() {
        // Given
        caller.issue(alice, asset, "100");
        for (int nonce = 1; nonce <= 4; nonce++) {
            caller.transfer(alice, bob, asset, Integer.toString(nonce), nonce);
        }
        caller.transfer(bob, alice, asset, "5", 1);

        // When
        var balances = new ArrayList<String>();
        var effects = new ArrayList<String>();
        String path = "/v1/accounts/" + alice.replace("/", "%2F") + "/entries?asset=" + asset + "&limit=4";
        String cursor = "";
        while (cursor != null) {
            var page = caller.request().urlEncodingEnabled(false).get(path + cursor);
            balances.addAll(page.<List<String>>path("entries.balance_minor"));
            effects.addAll(page.<List<String>>path("entries.effect"));
            String next = page.path("next");
            cursor = next == null ? null : "&after=" + next;
        }

        // Then
        assertThat(balances).containsExactly("95", "90", "94", "97", "99", "100");
        assertThat(effects).containsExactly("credit", "debit", "debit", "debit", "debit", "credit");
    }

    @Test
    void refusesACursorOfAnotherAccount() {
        caller.issue(alice, asset, "100");
        long seq = caller.issue(bob, asset, "100").<Integer>path("seq");

        var page = caller.get("/v1/accounts/" + fresh("x") + "/entries?asset=" + asset + "&after=" + seq + ".1");

        assertProblem(page, 400, "BAD_REQUEST");
    }

    @Test
    void rootsAreTheChainOfReceipts() {
        var first = caller.issue(alice, asset, "1");
        var second = caller.issue(alice, asset, "1");
        long seq = first.<Integer>path("seq");

        var roots = given().get("/v1/roots?since=" + (seq - 1));

        assertThat(roots.<Integer>path("roots[0].seq")).isEqualTo((int) seq);
        assertThat(roots.<String>path("roots[0].root")).isEqualTo(first.<String>path("ledger_root"));
        assertThat(roots.<String>path("roots[1].root")).isEqualTo(second.<String>path("ledger_root"));
    }

    @Test
    void unknownThingsAreNotFound() {
        assertProblem(caller.get("/v1/tx/tx_" + "0".repeat(32)), 404, "NOT_FOUND");
        assertProblem(caller.get("/v1/tx/nonsense"), 404, "NOT_FOUND");
        assertThat(caller.balance("nobody", "nothing").<String>path("total_minor"))
                .isEqualTo("0");
        assertThat(given().get("/v1/supply?asset=nothing").<String>path("issued_minor"))
                .isEqualTo("0");
        assertProblem(caller.get("/v1/balance?account=a"), 400, "BAD_REQUEST");
        assertProblem(caller.get("/v1/requests/k"), 400, "BAD_REQUEST");
    }

    @Test
    void aTokenForOneAccountSeesNoOther() {
        var own = new Caller("scope in wallet:read", "account = " + alice);
        String txid = caller.issue(bob, asset, "1").path("txid");

        assertProblem(own.balance(bob, asset), 403, "FORBIDDEN");
        assertProblem(own.get("/v1/tx/" + txid), 403, "FORBIDDEN");
        assertThat(own.balance(alice, asset).statusCode()).isEqualTo(200);
    }

    @Test
    @Timeout(20)
    void eventsResumeWhereTheListenerLeftOffAndThenFollow() throws Exception {
        // Given
        long seen = caller.issue(alice, asset, "1").<Integer>path("seq");
        long missed = caller.issue(alice, asset, "2").<Integer>path("seq");
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(
                            URI.create(RestAssured.baseURI + ":" + RestAssured.port + "/v1/events"))
                    .header("Authorization", "Bearer " + caller.token())
                    .header("Last-Event-ID", Long.toString(seen))
                    .build();

            // When
            var response = client.send(request, BodyHandlers.ofLines());
            var lines = response.body().iterator();
            String first = nextId(lines);
            long live = caller.issue(alice, asset, "3").<Integer>path("seq");
            String second = nextId(lines);

            // Then
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(first).isEqualTo("id:" + missed);
            assertThat(second).isEqualTo("id:" + live);
            client.shutdownNow();
        }
    }

    private static String nextId(java.util.Iterator<String> lines) {
        while (lines.hasNext()) {
            String line = lines.next().replace(" ", "");
            if (line.startsWith("id:")) {
                return line;
            }
        }
        return "the stream ended";
    }
}
