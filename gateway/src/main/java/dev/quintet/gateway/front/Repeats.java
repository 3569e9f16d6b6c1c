package dev.quintet.gateway.front;

import dev.quintet.gateway.config.GatewayConfig;
import io.netty.handler.codec.http.HttpRequest;
import java.util.concurrent.ThreadLocalRandom;

/** When a request may be sent again, and how soon. */
final class Repeats {
    private Repeats() {}

    /** Only what has the same effect once or twice. */
    static boolean allowed(HttpRequest request) {
        return switch (request.method().name()) {
            case "GET", "HEAD", "OPTIONS" -> true;
            case "PUT" -> request.uri().startsWith("/o/") || request.uri().equals("/o");
            case "POST" -> request.headers().contains("Idempotency-Key");
            default -> false;
        };
    }

    /** Drawn between the two bounds, doubling with each try, capped. */
    static long delayNanos(GatewayConfig.Upstream settings, int tries) {
        long min = settings.delayMin().toNanos();
        long max = Math.max(min + 1, settings.delayMax().toNanos());
        long drawn = ThreadLocalRandom.current().nextLong(min, max) << Math.min(10, Math.max(0, tries - 1));
        return Math.min(drawn, settings.cap().toNanos());
    }
}
