package dev.quintet.shared.capability;

import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Grant;
import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.Refusal;
import dev.quintet.shared.capability.token.RefusedTokenException;
import dev.quintet.shared.capability.token.RootKey;
import dev.quintet.shared.capability.token.RootKeys;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Decides offline whether a token is genuine and holds for a request. Never blocks and never throws, whatever the token
 * looks like; safe on event loops and from any number of threads.
 */
public final class CapabilityVerifier {
    private final Supplier<RootKeys> keys;

    /** {@code keys} is asked anew for each token, so a rotation takes effect at once. */
    public CapabilityVerifier(Supplier<RootKeys> keys) {
        this.keys = keys;
    }

    /** {@code rawPath} is the request's path as it came, still encoded and without the query. */
    public Verdict verify(String token, String rawPath, Instant now) {
        try {
            Macaroon macaroon = Macaroon.parse(token);
            Optional<RootKey> key = keys.get().find(macaroon.keyId());
            if (key.isEmpty()) {
                return new Verdict.Refused(Refusal.UNKNOWN_KEY);
            }
            if (!macaroon.isMintedUnder(key.get())) {
                return new Verdict.Refused(Refusal.FORGED);
            }
            // Only now: until here the caveats are a stranger's words.
            return judge(macaroon, rawPath, now);
        } catch (RefusedTokenException e) {
            return new Verdict.Refused(e.refusal());
        }
    }

    private static Verdict judge(Macaroon macaroon, String rawPath, Instant now) {
        List<Caveat> caveats = macaroon.caveats().stream().map(Caveat::parse).toList();
        Grant grant = new Grant(macaroon.uniqueId(), caveats);
        Optional<Refusal> refusal = grant.refusal(rawPath, now);
        return refusal.isPresent() ? new Verdict.Refused(refusal.get()) : new Verdict.Granted(grant);
    }
}
