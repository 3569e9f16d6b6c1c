package dev.quintet.rewarder.domain.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.quintet.rewarder.domain.number.Uint128;
import dev.quintet.rewarder.domain.usage.Metric;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads a policy descriptor's body; nothing in it is ignored and nothing that decides about money is defaulted. */
public final class PolicyReader {
    /** Weights are parts per million; past a thousand times a million nobody means it. */
    private static final long WEIGHT_MAX = 1_000_000_000L;

    private static final Pattern ACCOUNT = Pattern.compile("[A-Za-z0-9:/_.-]{1,256}");
    private static final Set<String> MEMBERS =
            Set.of("weights", "min_payout_minor", "max_payout_minor", "pool_cap_minor", "rounding", "funding", "note");

    private PolicyReader() {}

    /** Throws {@link IllegalArgumentException} with what is wrong. */
    public static Policy read(JsonNode body) {
        require(body.isObject(), "a policy is a JSON object");
        body.fieldNames().forEachRemaining(name -> require(MEMBERS.contains(name), "unknown member " + name));
        var min = amount(body, "min_payout_minor").orElse(Uint128.ZERO);
        var max = amount(body, "max_payout_minor");
        require(max.isEmpty() || !max.get().isZero(), "max_payout_minor is zero");
        require(max.isEmpty() || max.get().compareTo(min) >= 0, "max_payout_minor is below min_payout_minor");
        return new Policy(
                weights(body.path("weights")), min, max, amount(body, "pool_cap_minor"), rounding(body), funding(body));
    }

    private static Policy.Weights weights(JsonNode weights) {
        require(weights.isObject(), "weights is not an object");
        weights.fieldNames()
                .forEachRemaining(name -> require(
                        Metric.ALL.stream().anyMatch(metric -> metric.wire().equals(name)), "unknown weight " + name));
        long[] values = new long[Metric.ALL.size()];
        for (Metric metric : Metric.ALL) {
            var value = weights.path(metric.wire());
            if (value.isMissingNode()) {
                continue; // What has no weight does not count.
            }
            require(value.isIntegralNumber() && value.canConvertToLong(), "weight " + metric.wire() + " is no integer");
            long weight = value.longValue();
            require(weight >= 0 && weight <= WEIGHT_MAX, "weight " + metric.wire() + " is not 0 to " + WEIGHT_MAX);
            values[metric.column()] = weight;
        }
        return new Policy.Weights(values[0], values[1], values[2], values[3]);
    }

    private static Optional<Uint128> amount(JsonNode body, String member) {
        var value = body.path(member);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        var amount = Uint128.parse(value.isTextual() ? value.textValue() : "");
        require(amount.isPresent(), member + " is not an amount");
        return amount;
    }

    private static Rounding rounding(JsonNode body) {
        return switch (body.path("rounding").asText()) {
            case "largest_remainder" -> Rounding.LARGEST_REMAINDER;
            case "floor" -> Rounding.FLOOR;
            default -> throw new IllegalArgumentException("rounding is neither largest_remainder nor floor");
        };
    }

    private static Funding funding(JsonNode body) {
        var funding = body.path("funding");
        return switch (funding.path("mode").asText()) {
            case "issue" -> {
                require(funding.size() == 1, "funding has unknown members");
                yield new Funding.Issue();
            }
            case "transfer" -> {
                String from = funding.path("from").asText();
                require(funding.size() == 2 && funding.path("from").isTextual(), "funding needs mode and from");
                require(ACCOUNT.matcher(from).matches(), "funding.from is not an account");
                yield new Funding.Transfer(from);
            }
            default -> throw new IllegalArgumentException("funding.mode is neither transfer nor issue");
        };
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
