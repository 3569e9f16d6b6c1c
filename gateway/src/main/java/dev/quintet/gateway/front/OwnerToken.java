package dev.quintet.gateway.front;

import dev.quintet.shared.capability.ServiceTokens;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The token by which storage tells the gateway owners; good for a minute, minted anew every half. For any thread. */
final class OwnerToken implements Supplier<String> {
    private static final long HALF = TimeUnit.SECONDS.toNanos(30);

    private final ServiceTokens tokens;
    private volatile Minted current = new Minted("", System.nanoTime() - HALF);

    private record Minted(String token, long at) {}

    OwnerToken(ServiceTokens tokens) {
        this.tokens = tokens;
    }

    @Override
    public String get() {
        var now = current;
        if (System.nanoTime() - now.at() >= HALF) {
            String bearer = tokens.bearer("storage:owner");
            now = new Minted(bearer.substring("Bearer ".length()), System.nanoTime());
            current = now;
        }
        return now.token();
    }
}
