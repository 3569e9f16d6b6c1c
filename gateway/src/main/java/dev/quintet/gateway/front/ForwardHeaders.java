package dev.quintet.gateway.front;

import dev.quintet.shared.http.CorrelationId;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.List;

/** What changes in the headers on their way through: what belongs to one connection stays behind. */
final class ForwardHeaders {
    /** Tells the gateway whose object was served; of no concern to clients. */
    static final AsciiString OWNER = AsciiString.cached("quintet-owner");

    private static final AsciiString SERVICE_TOKEN = AsciiString.cached("quintet-service-token");
    private static final AsciiString FORWARDED = AsciiString.cached("forwarded");
    private static final AsciiString FORWARDED_FOR = AsciiString.cached("x-forwarded-for");
    private static final AsciiString FORWARDED_HOST = AsciiString.cached("x-forwarded-host");
    private static final AsciiString FORWARDED_PROTO = AsciiString.cached("x-forwarded-proto");
    private static final AsciiString CORR_ID = AsciiString.cached(CorrelationId.HEADER);
    private static final AsciiString REQUEST_ID = AsciiString.cached(CorrelationId.ALIAS);
    private static final AsciiString DEADLINE = AsciiString.cached(RequestRules.DEADLINE);
    private static final AsciiString KEEP_ALIVE = AsciiString.cached("keep-alive");
    private static final AsciiString PROXY_CONNECTION = AsciiString.cached("proxy-connection");
    private static final List<AsciiString> OF_HTTP2 = List.of(
            AsciiString.cached("x-http2-stream-id"),
            AsciiString.cached("x-http2-stream-dependency-id"),
            AsciiString.cached("x-http2-stream-weight"),
            AsciiString.cached("x-http2-scheme"),
            AsciiString.cached("x-http2-path"),
            AsciiString.cached("x-http2-stream-promise-id"));

    private ForwardHeaders() {}

    /** Who sent it, as the gateway sees or believes it. */
    record Origin(String address, String scheme, boolean trusted) {}

    static void request(HttpHeaders headers, Origin origin, String corrId, boolean http2) {
        hopByHop(headers);
        headers.remove(HttpHeaderNames.EXPECT);
        headers.remove(HttpHeaderNames.TE);
        headers.remove(HttpHeaderNames.PROXY_AUTHORIZATION);
        headers.remove(REQUEST_ID);
        headers.remove(OWNER);
        headers.remove(SERVICE_TOKEN);
        if (http2) {
            OF_HTTP2.forEach(headers::remove);
        }
        headers.set(CORR_ID, corrId);
        String host = headers.get(HttpHeaderNames.HOST);
        String node = origin.address().indexOf(':') < 0 ? origin.address() : "\"[" + origin.address() + "]\"";
        String hop = "for=" + node + ";proto=" + origin.scheme() + (host == null ? "" : ";host=\"" + host + '"');
        if (origin.trusted()) {
            headers.set(FORWARDED, join(headers.getAll(FORWARDED), hop));
            headers.set(FORWARDED_FOR, join(headers.getAll(FORWARDED_FOR), origin.address()));
        } else {
            headers.set(FORWARDED, hop);
            headers.set(FORWARDED_FOR, origin.address());
        }
        if (!origin.trusted() || !headers.contains(FORWARDED_PROTO)) {
            headers.set(FORWARDED_PROTO, origin.scheme());
        }
        if (host != null && (!origin.trusted() || !headers.contains(FORWARDED_HOST))) {
            headers.set(FORWARDED_HOST, host);
        }
    }

    /** Asks storage for the owner of what it serves (ADR-0030). */
    static void askForOwner(HttpHeaders headers, String token) {
        headers.set(SERVICE_TOKEN, token);
    }

    static void deadline(HttpHeaders headers, long millis) {
        headers.set(DEADLINE, Long.toString(millis));
    }

    static void answer(HttpHeaders headers, String corrId) {
        hopByHop(headers);
        headers.remove(OWNER);
        headers.set(CORR_ID, corrId);
    }

    private static void hopByHop(HttpHeaders headers) {
        if (headers.contains(HttpHeaderNames.CONNECTION)) {
            for (String listed : headers.getAll(HttpHeaderNames.CONNECTION)) {
                for (String name : listed.split(",", -1)) {
                    String stripped = name.strip();
                    // Nobody may have the framing, or what we vouch for, taken out by naming it here.
                    if (!stripped.isEmpty() && !kept(stripped)) {
                        headers.remove(stripped);
                    }
                }
            }
            headers.remove(HttpHeaderNames.CONNECTION);
        }
        headers.remove(KEEP_ALIVE);
        headers.remove(PROXY_CONNECTION);
        headers.remove(HttpHeaderNames.UPGRADE);
    }

    private static boolean kept(String name) {
        return HttpHeaderNames.CONTENT_LENGTH.contentEqualsIgnoreCase(name)
                || HttpHeaderNames.TRANSFER_ENCODING.contentEqualsIgnoreCase(name)
                || HttpHeaderNames.HOST.contentEqualsIgnoreCase(name)
                || HttpHeaderNames.AUTHORIZATION.contentEqualsIgnoreCase(name);
    }

    private static String join(List<String> before, String last) {
        return before.isEmpty() ? last : String.join(", ", before) + ", " + last;
    }
}
