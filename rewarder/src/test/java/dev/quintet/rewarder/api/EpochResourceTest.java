package dev.quintet.rewarder.api;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.rewarder.domain.Snapshots;
import dev.quintet.rewarder.domain.Snapshots.Line;
import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.RootKey;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs over HTTP from request to settlement, and everything that is refused on the way. */
@QuarkusTest
@TestProfile(RewarderProfile.class)
class EpochResourceTest {
    private static final String POLICY =
            "{\"weights\":{\"bytes_stored\":1000000,\"bytes_served\":0,\"uptime_seconds\":0,"
                    + "\"requests\":0},\"rounding\":\"largest_remainder\",\"funding\":{\"mode\":\"issue\"}}";
    private static final List<Line> THREE =
            List.of(new Line("acc_a", 1, 0, 0, 0), new Line("acc_b", 1, 0, 0, 0), new Line("acc_c/d", 1, 0, 0, 0));

    @BeforeEach
    void policies() {
        Upstreams.POLICIES.put("fair", POLICY);
        Upstreams.WALLET_STATUS.set(200);
    }

    @Test
    void paysEveryPayeeOfASealedSnapshotOnce() {
        String body = ask(seal("e1", "100", THREE));

        var first = compute("e1", body);

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.jsonPath().getString("totals.payout_minor")).isEqualTo("100");
        awaitStatus("e1", "ok");
        var status = caller().get("/rewarder/epochs/e1");
        assertThat(status.jsonPath().getInt("settlement.accepted")).isEqualTo(3);
        var again = compute("e1", body);
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(again.asByteArray()).isEqualTo(first.asByteArray());
        assertThat(caller().get("/rewarder/epochs/e1/run.json").asByteArray()).isEqualTo(first.asByteArray());
        var payout = caller().get("/rewarder/epochs/e1/payouts/acc_c/d");
        assertThat(payout.statusCode()).isEqualTo(200);
        assertThat(payout.jsonPath().getString("amount_minor")).isEqualTo("33");
        assertThat(payout.jsonPath().getString("state")).isEqualTo("accepted");
        assertThat(payout.jsonPath().getString("txid")).startsWith("tx_0123");
        assertThat(payout.jsonPath().getString("proof.root"))
                .isEqualTo(first.jsonPath().getString("merkle_root"));
        var page = caller().get("/rewarder/epochs/e1/payouts?limit=2");
        assertThat(page.jsonPath().getList("payouts")).hasSize(2);
        assertThat(caller().get("/rewarder/epochs/e1/payouts?after="
                                + page.jsonPath().getString("next"))
                        .jsonPath()
                        .getString("payouts[0].account"))
                .isEqualTo("acc_c/d");
        assertThat(Upstreams.PAID.values()).allMatch(count -> count >= 1);
    }

    @Test
    void aDryRunHasTheSameBytesAndLeavesNoTrace() {
        String inputs = seal("e2", "10", THREE);
        var dry = compute("e2", "{\"inputs\":\"" + inputs + "\",\"policy\":{\"id\":\"fair\"},\"dry_run\":true}");
        assertThat(dry.statusCode()).isEqualTo(200);
        assertThat(caller().get("/rewarder/epochs/e2").statusCode()).isEqualTo(404);

        var real = compute("e2", ask(inputs));

        assertThat(real.asByteArray()).isEqualTo(dry.asByteArray());
    }

    @Test
    void otherInputsForTheSameEpochAreAConflict() {
        compute("e3", ask(seal("e3", "10", THREE)));

        var other = compute("e3", ask(seal("e3", "11", THREE)));

        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(other.jsonPath().getString("code")).isEqualTo("CONFLICT");
    }

    @Test
    void aQuarantineNamesItsWitnessAndEndsOnlyByCorrectedInputs() {
        var unsorted = List.of(new Line("b", 1, 0, 0, 0), new Line("a", 1, 0, 0, 0));
        String bad = ask(seal("e4", "10", unsorted));

        var refused = compute("e4", bad);

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.jsonPath().getString("code")).isEqualTo("QUARANTINED");
        var status = caller().get("/rewarder/epochs/e4");
        assertThat(status.jsonPath().getString("quarantine.reason")).isEqualTo("schema");
        assertThat(status.jsonPath().getInt("quarantine.witness.line")).isEqualTo(3);
        assertThat(status.jsonPath().getString("quarantine.witness.account")).isEqualTo("a");
        assertThat(post("/rewarder/epochs/e4/settle", "").statusCode()).isEqualTo(409);
        assertThat(post("/rewarder/epochs/e4/release", bad).statusCode()).isEqualTo(409);
        var released = post("/rewarder/epochs/e4/release", ask(seal("e4", "10", THREE)));
        assertThat(released.statusCode()).isIn(200, 202);
        awaitStatus("e4", "ok");
    }

    @Test
    void inlineSnapshotsAreSealedAndPublished() {
        String body = "{\"snapshot\":{\"epoch\":\"e5\",\"pool_minor\":\"7\",\"asset\":\"ron\",\"usage\":["
                + THREE.getFirst().json() + "]},\"policy\":{\"id\":\"fair\",\"version\":3}}";

        var answer = compute("e5", body);

        assertThat(answer.statusCode()).isEqualTo(200);
        String inputs = answer.jsonPath().getString("inputs");
        await(() -> caller().get("/rewarder/epochs/e5").jsonPath().getBoolean("published"));
        assertThat(Upstreams.OBJECTS)
                .containsKey(inputs)
                .containsKey(answer.jsonPath().getString("payouts"));
    }

    @Test
    void aWalletThatIsAwayDelaysTheSettlementAndNothingElse() {
        Upstreams.WALLET_STATUS.set(503);
        var answer = compute("e6", ask(seal("e6", "9", THREE)));
        assertThat(answer.statusCode()).isEqualTo(200);
        await(() -> caller().get("/rewarder/epochs/e6").jsonPath().getInt("settlement.sent") == 3);

        Upstreams.WALLET_STATUS.set(200);

        awaitStatus("e6", "ok");
    }

    @Test
    void aMissingObjectOrPolicyIsNeverReplacedByADefault() {
        var missing = compute("e7", ask("b3:" + "0".repeat(64)));
        assertThat(missing.statusCode()).isEqualTo(422);
        assertThat(missing.jsonPath().getString("details.reason")).isEqualTo("INPUTS_NOT_FOUND");

        var unknown = compute("e8", "{\"inputs\":\"" + seal("e8", "9", THREE) + "\",\"policy\":{\"id\":\"nobody\"}}");

        assertThat(unknown.statusCode()).isEqualTo(422);
        assertThat(unknown.jsonPath().getString("code")).isEqualTo("POLICY_UNKNOWN");
        assertThat(caller().get("/rewarder/epochs/e8").statusCode()).isEqualTo(404);
    }

    @Test
    void bytesThatAreNotTheAddresssAreAFailureAndNoRun() {
        String wrong = seal("e9", "9", THREE);
        Upstreams.OBJECTS.put(wrong, Snapshots.text("e9", "1000", THREE).getBytes(StandardCharsets.UTF_8));

        var answer = compute("e9", ask(wrong));

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.jsonPath().getString("details.reason")).isEqualTo("INPUTS_CORRUPT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"inputs\":\"b3:xyz\",\"policy\":{\"id\":\"fair\"}}",
                "{\"inputs\":1,\"policy\":{\"id\":\"fair\"}}",
                "{\"policy\":{\"id\":\"fair\"}}",
                "{\"snapshot\":{},\"policy\":{\"id\":\"fair\"}}",
                "{\"snapshot\":{\"usage\":[]},\"policy\":{\"id\":\"a/b\"}}",
                "{\"snapshot\":{\"usage\":[]},\"policy\":{\"id\":\"fair\",\"version\":0}}",
                "{\"snapshot\":{\"usage\":[]},\"policy\":{\"id\":\"fair\"},\"extra\":1}",
                "{\"snapshot\":{\"usage\":[]},\"policy\":{\"id\":\"fair\"}} trailing"
            })
    void malformedBodiesAreRefused(String body) {
        assertThat(compute("bad", body).statusCode()).isEqualTo(400);
    }

    @Test
    void withoutTheScopeNothingHappens() {
        assertThat(given().contentType("application/json")
                        .body("{}")
                        .post("/rewarder/epochs/x/compute")
                        .statusCode())
                .isEqualTo(401);
        assertThat(caller("rewarder:inspect")
                        .body("{}")
                        .post("/rewarder/epochs/x/compute")
                        .statusCode())
                .isEqualTo(403);
        assertThat(caller("rewarder:run").get("/rewarder/epochs").statusCode()).isEqualTo(403);
    }

    private static String seal(String epoch, String pool, List<Line> lines) {
        return Upstreams.store(Snapshots.text(epoch, pool, lines).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    private static String ask(String inputs) {
        return "{\"inputs\":\"" + inputs + "\",\"policy\":{\"id\":\"fair\"}}";
    }

    private static Response compute(String epoch, String body) {
        return post("/rewarder/epochs/" + epoch + "/compute", body);
    }

    private static Response post(String path, String body) {
        return caller().header("Prefer", "wait=4").body(body).post(path);
    }

    private static RequestSpecification caller() {
        return caller("rewarder:run,rewarder:inspect,rewarder:admin");
    }

    private static RequestSpecification caller(String scopes) {
        String token = Macaroon.mint(RootKey.parse(RewarderProfile.ROOT_KEY))
                .attenuate(Caveat.parse("scope in " + scopes))
                .serialize();
        return given().header("Authorization", "Bearer " + token).contentType("application/json");
    }

    private static void awaitStatus(String epoch, String status) {
        await(() -> caller().get("/rewarder/epochs/" + epoch)
                .jsonPath()
                .getString("status")
                .equals(status));
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            LockSupport.parkNanos(20_000_000);
        }
    }
}
