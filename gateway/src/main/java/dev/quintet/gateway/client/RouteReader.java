package dev.quintet.gateway.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.quintet.gateway.domain.route.Route;
import dev.quintet.gateway.domain.route.Route.Limits;
import dev.quintet.gateway.domain.route.RouteException;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Reads the body of a {@code route} descriptor; strict, because a guess would open or close a door. */
final class RouteReader {
    private static final Set<String> MEMBERS =
            Set.of("path_prefix", "upstream", "methods", "cost", "require_token", "limits");
    private static final Set<String> LIMITS = Set.of("body_bytes_max", "deadline_ms", "streamed");

    private RouteReader() {}

    static Route read(JsonNode body) {
        allow(body, MEMBERS);
        return new Route(
                text(body, "path_prefix"),
                text(body, "upstream"),
                methods(body.path("methods")),
                (int) number(body, "cost", 1, Route.COST_MAX),
                flag(body, "require_token"),
                limits(body.path("limits")));
    }

    private static Set<String> methods(JsonNode methods) {
        if (methods.isMissingNode()) {
            return Route.METHODS;
        }
        var read = new HashSet<String>();
        methods.forEach(method -> read.add(method.asText()));
        return read;
    }

    private static Limits limits(JsonNode limits) {
        if (limits.isMissingNode()) {
            return Limits.NONE;
        }
        allow(limits, LIMITS);
        long bytes = number(limits, "body_bytes_max", -1, Long.MAX_VALUE);
        int millis = (int) number(limits, "deadline_ms", -1, Integer.MAX_VALUE);
        return new Limits(
                bytes < 0 ? OptionalLong.empty() : OptionalLong.of(bytes),
                millis < 0 ? OptionalInt.empty() : OptionalInt.of(millis),
                flag(limits, "streamed"));
    }

    private static void allow(JsonNode object, Set<String> members) {
        if (!object.isObject()) {
            throw new RouteException("a route that is no object");
        }
        object.fieldNames().forEachRemaining(name -> {
            if (!members.contains(name)) {
                throw new RouteException("a route does not have " + name);
            }
        });
    }

    private static String text(JsonNode body, String name) {
        if (!body.path(name).isTextual()) {
            throw new RouteException(name + " is no text");
        }
        return body.path(name).textValue();
    }

    private static long number(JsonNode body, String name, long otherwise, long most) {
        var value = body.path(name);
        if (value.isMissingNode()) {
            return otherwise;
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < 0
                || value.longValue() > most) {
            throw new RouteException(name + " is not within 0 and " + most);
        }
        return value.longValue();
    }

    private static boolean flag(JsonNode body, String name) {
        var value = body.path(name);
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw new RouteException(name + " is neither true nor false");
        }
        return value.asBoolean(false);
    }
}
