package dev.quintet.wallet.api;

import static io.restassured.RestAssured.given;

import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.RootKey;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.util.concurrent.atomic.AtomicInteger;

/** Talks to the wallet with a token; keys and accounts are new for every call that asks for one. */
final class Caller {
    private static final AtomicInteger COUNTER = new AtomicInteger();
    private static final String ALL =
            "scope in wallet:read,wallet:issue,wallet:transfer,wallet:burn,wallet:hold,wallet:admin";

    private final String token;

    Caller(String... caveats) {
        Macaroon macaroon = Macaroon.mint(RootKey.parse(WalletProfile.ROOT_KEY));
        for (String caveat : caveats) {
            macaroon = macaroon.attenuate(Caveat.parse(caveat));
        }
        this.token = macaroon.serialize();
    }

    static Caller withEveryScope() {
        return new Caller(ALL);
    }

    static String fresh(String prefix) {
        return prefix + COUNTER.incrementAndGet();
    }

    RequestSpecification request() {
        return given().header("Authorization", "Bearer " + token).contentType("application/json");
    }

    String token() {
        return token;
    }

    Response post(String path, String key, String body) {
        return request().header("Idempotency-Key", key).body(body).post(path);
    }

    Response get(String path) {
        return request().get(path);
    }

    Response issue(String to, String asset, String amount) {
        return post("/v1/issue", fresh("i"), body("to", to, "asset", asset, "amount_minor", amount));
    }

    Response transfer(String from, String to, String asset, String amount, long nonce) {
        return post(
                "/v1/transfer",
                fresh("t"),
                "{\"from\":\"" + from + "\",\"to\":\"" + to + "\",\"asset\":\"" + asset + "\",\"amount_minor\":\""
                        + amount + "\",\"nonce\":" + nonce + "}");
    }

    Response hold(String from, String asset, String amount, long nonce, long seconds) {
        return post(
                "/v1/hold",
                fresh("h"),
                "{\"from\":\"" + from + "\",\"asset\":\"" + asset + "\",\"amount_minor\":\"" + amount + "\",\"nonce\":"
                        + nonce + ",\"expires_in_s\":" + seconds + "}");
    }

    Response balance(String account, String asset) {
        return get("/v1/balance?account=" + account + "&asset=" + asset);
    }

    static String body(String... pairs) {
        var json = new StringBuilder("{");
        for (int i = 0; i < pairs.length; i += 2) {
            json.append(i == 0 ? "" : ",")
                    .append('"')
                    .append(pairs[i])
                    .append("\":\"")
                    .append(pairs[i + 1])
                    .append('"');
        }
        return json.append('}').toString();
    }
}
