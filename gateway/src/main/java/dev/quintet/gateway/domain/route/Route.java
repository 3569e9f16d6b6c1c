package dev.quintet.gateway.domain.route;

import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where requests below one path prefix go and what they cost.
 *
 * @param pathPrefix matches itself and everything below it at a slash: {@code /o} takes {@code /o} and {@code /o/x}, not
 *     {@code /other}
 * @param upstream the service that answers
 * @param methods allowed ones; others get 405
 * @param cost units of the round-robin charged per request, besides its body
 * @param requireToken whether a request without a valid token gets 401 here already
 */
public record Route(
        String pathPrefix, String upstream, Set<String> methods, int cost, boolean requireToken, Limits limits) {
    public static final int COST_MAX = 1024;
    public static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private static final int PREFIX_CHARS_MAX = 256;
    // No dot segments, no escapes, no empty segments: a prefix is compared with the raw path.
    private static final Pattern PREFIX = Pattern.compile("(/[A-Za-z0-9_~-][A-Za-z0-9_~.-]*)+");
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");

    /** What one route narrows; absent means the gateway's own limit. */
    public record Limits(OptionalLong bodyBytesMax, OptionalInt deadlineMillis, boolean streamed) {
        public static final Limits NONE = new Limits(OptionalLong.empty(), OptionalInt.empty(), false);

        public Limits {
            if (bodyBytesMax.isPresent() && bodyBytesMax.getAsLong() < 0) {
                throw new RouteException("body_bytes_max is negative");
            }
            if (deadlineMillis.isPresent() && deadlineMillis.getAsInt() < 1) {
                throw new RouteException("deadline_ms is not positive");
            }
        }
    }

    public Route {
        if (pathPrefix.length() > PREFIX_CHARS_MAX
                || !PREFIX.matcher(pathPrefix).matches()) {
            throw new RouteException("path_prefix is not a plain path: " + printable(pathPrefix));
        }
        if (!NAME.matcher(upstream).matches()) {
            throw new RouteException("upstream is not a service name: " + printable(upstream));
        }
        methods = Set.copyOf(methods);
        if (methods.isEmpty() || !METHODS.containsAll(methods)) {
            throw new RouteException("methods of " + pathPrefix + " are not among " + METHODS);
        }
        if (cost < 1 || cost > COST_MAX) {
            throw new RouteException("cost of " + pathPrefix + " is not within 1 and " + COST_MAX);
        }
    }

    public boolean allows(String method) {
        return methods.contains(method);
    }

    private static String printable(String text) {
        return text.substring(0, Math.min(text.length(), 64)).replaceAll("[^\\x20-\\x7e]", "?");
    }
}
