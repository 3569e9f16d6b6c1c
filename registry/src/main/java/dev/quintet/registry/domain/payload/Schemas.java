package dev.quintet.registry.domain.payload;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.regex.Pattern;

/** What the bodies of routes, policies, placements and signer sets must look like; other kinds are free. */
final class Schemas {
    private static final Pattern MONEY = Pattern.compile("0|[1-9][0-9]{0,38}");
    private static final Pattern METHOD = Pattern.compile("[A-Z]{1,16}");
    private static final Pattern CODE = Pattern.compile("([1-9][0-9]?)\\+([1-9][0-9]?)");
    private static final Set<String> WEIGHTS = Set.of("bytes_stored", "bytes_served", "uptime_seconds", "requests");
    private static final long PARTS_PER_MILLION = 1_000_000;
    private static final int COPIES_MAX = 16;

    private Schemas() {}

    static void check(Key key, JsonNode body) {
        switch (key.kind()) {
            case ROUTE -> route(body);
            case POLICY -> policy(body);
            case PLACEMENT -> placement(body);
            case SIGNERS -> {
                require(key.equals(Key.SIGNERS), "the only signer set is signers/root");
                SignerSet.read(body);
            }
            case SERVICE, REGION, NODE -> {}
        }
    }

    private static void route(JsonNode body) {
        require(Json.text(body, "path_prefix").startsWith("/"), "path_prefix begins with a slash");
        require(!Json.text(body, "upstream").isBlank(), "upstream is empty");
        var methods = body.get("methods");
        if (methods != null) {
            require(methods.isArray(), "methods must be a list");
            methods.forEach(method -> require(
                    method.isTextual() && METHOD.matcher(method.textValue()).matches(),
                    "methods are upper-case words"));
        }
        if (body.has("cost")) {
            Json.number(body, "cost", 1, Integer.MAX_VALUE);
        }
        require(!body.has("require_token") || body.get("require_token").isBoolean(), "require_token is true or false");
        require(!body.has("limits") || body.get("limits").isObject(), "limits must be an object");
    }

    private static void policy(JsonNode body) {
        var weights = body.get("weights");
        require(weights != null && weights.isObject(), "weights must be an object");
        Json.allow(weights, "weights", WEIGHTS);
        weights.properties().forEach(weight -> Json.number(weights, weight.getKey(), 0, PARTS_PER_MILLION));
        for (String amount : Set.of("min_payout_minor", "max_payout_minor", "pool_cap_minor")) {
            Json.optionalText(body, amount)
                    .ifPresent(text -> require(MONEY.matcher(text).matches(), amount + " is a decimal string"));
        }
        Json.optionalText(body, "rounding")
                .ifPresent(text -> require(
                        text.equals("largest_remainder") || text.equals("floor"),
                        "rounding is largest_remainder or floor"));
        var funding = body.get("funding");
        if (funding != null) {
            require(funding.isObject(), "funding must be an object");
            String mode = Json.text(funding, "mode");
            require(mode.equals("issue") || mode.equals("transfer"), "funding's mode is transfer or issue");
            require(mode.equals("issue") || funding.has("from"), "a transfer is funded from an account");
        }
    }

    private static void placement(JsonNode body) {
        require(body.has("rf") != body.has("ec"), "a placement has either rf or ec");
        if (body.has("rf")) {
            Json.number(body, "rf", 1, COPIES_MAX);
        } else if (body.get("ec").isObject()) {
            Json.number(body.get("ec"), "k", 1, 99);
            Json.number(body.get("ec"), "m", 1, 99);
        } else {
            require(CODE.matcher(Json.text(body, "ec")).matches(), "ec is k+m, for instance 4+2");
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new MalformedException(otherwise);
        }
    }
}
