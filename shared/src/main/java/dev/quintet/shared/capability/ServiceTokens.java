package dev.quintet.shared.capability;

import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Macaroon;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Set;

/**
 * The tokens with which one service calls another: minted here under the shared root key, narrowed to the scopes of the
 * call and short-lived, so that none has to be configured, stored or rotated. Cheap enough to mint one per call.
 */
@ApplicationScoped
public class ServiceTokens {
    // Longer than any request may take, short enough that a leaked one is soon worthless.
    private static final Duration TTL = Duration.ofMinutes(1);

    private final RootKeyStore keys;
    private final Clock clock;

    ServiceTokens(RootKeyStore keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    /** The value of an {@code Authorization} header that permits these scopes for a minute. */
    public String bearer(String... scopes) {
        var end = clock.instant().plus(TTL).truncatedTo(ChronoUnit.SECONDS);
        return "Bearer "
                + Macaroon.mint(keys.current().minting())
                        .attenuate(new Caveat.ScopeIn(Set.of(scopes)))
                        .attenuate(new Caveat.Before(end))
                        .serialize();
    }
}
