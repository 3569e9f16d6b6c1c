package dev.quintet.gateway.front;

import dev.quintet.gateway.domain.route.Route;
import dev.quintet.gateway.domain.upstream.Shedding;
import dev.quintet.gateway.pipeline.Ticket;
import dev.quintet.shared.capability.token.Refusal;
import dev.quintet.shared.config.QuintetConfig;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.http.decode.DecodeGuard;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The checks before the desk, in the order of the specification: caps and decode guards, then the token. */
final class Admission {
    /** What a body of this size costs besides its route, in both directions. */
    static final int COST_BYTES = 64 * 1024;

    private Admission() {}

    static Route route(FrontParts parts, HttpRequest request) {
        Route route = parts.routes().get().match(RequestRules.plainPath(request.uri()));
        if (route == null) {
            throw new ServiceException(CommonError.NOT_FOUND, "no such resource");
        }
        return route;
    }

    static void method(Route route, HttpRequest request) {
        if (!route.allows(request.method().name())) {
            String allowed = String.join(", ", new java.util.TreeSet<>(route.methods()));
            throw new ServiceException(
                    CommonError.METHOD_NOT_ALLOWED, "the resource does not have this method", Map.of("allow", allowed));
        }
    }

    static BodyGuard body(Route route, HttpRequest request, QuintetConfig.Http http) {
        long own = http.bodyMax().asLongValue();
        long cap = Math.min(own, route.limits().bodyBytesMax().orElse(own));
        if (HttpUtil.getContentLength(request, 0L) > cap) {
            throw BodyGuard.tooLarge(cap);
        }
        String encoding = request.headers().get(HttpHeaderNames.CONTENT_ENCODING);
        if (!DecodeGuard.needed(encoding)) {
            return new BodyGuard(cap, null);
        }
        var limits = new DecodeGuard.Limits(http.decodedMax().asLongValue(), http.decodeRatioMax());
        // Whether a route takes zstd is its service's to say; here it is only looked through.
        return new BodyGuard(cap, DecodeGuard.open(encoding, true, limits));
    }

    /** The tenant of the caller's token; null for an anonymous caller where that is enough. */
    static @Nullable String tenant(FrontParts parts, Route route, HttpRequest request) {
        var headers = request.headers();
        if (!headers.contains(HttpHeaderNames.AUTHORIZATION)) {
            if (route.requireToken() || Shedding.isWrite(request.method().name())) {
                throw parts.gate().refuse(Refusal.MISSING);
            }
            return null;
        }
        var grant = parts.gate()
                .admit(headers.getAll(HttpHeaderNames.AUTHORIZATION), RequestRules.plainPath(request.uri()));
        return grant.tenant().orElse(null);
    }

    static Ticket ticket(Route route, HttpRequest request, @Nullable String tenant, long key, long deadline) {
        long length = Math.max(0, HttpUtil.getContentLength(request, 0L));
        return new Ticket(route, tenant, key, Shedding.isWrite(request.method().name()), cost(route, length), deadline);
    }

    static int cost(Route route, long bytes) {
        return (int) Math.min(Integer.MAX_VALUE / 2, route.cost() + bytes / COST_BYTES);
    }
}
