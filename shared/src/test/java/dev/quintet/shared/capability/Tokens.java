package dev.quintet.shared.capability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Grant;
import dev.quintet.shared.capability.token.Macaroon;
import dev.quintet.shared.capability.token.Refusal;
import dev.quintet.shared.capability.token.RootKey;
import dev.quintet.shared.capability.token.RootKeys;
import java.time.Instant;
import java.util.List;

/** Keys and tokens the tests of this package share. */
final class Tokens {
    static final String SECRET = "0123456789abcdef".repeat(4);
    static final String OLD_SECRET = "fedcba9876543210".repeat(4);
    static final RootKey KEY = RootKey.parse("k1:" + SECRET);
    static final RootKey OLD_KEY = RootKey.parse("k0:" + OLD_SECRET);
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    static final String PATH = "/v1/transfer";

    private Tokens() {}

    static CapabilityVerifier verifier(RootKey... keys) {
        var live = new RootKeys(List.of(keys));
        return new CapabilityVerifier(() -> live);
    }

    static Macaroon token(String... caveats) {
        Macaroon macaroon = Macaroon.mint(KEY);
        for (String caveat : caveats) {
            macaroon = macaroon.attenuate(Caveat.parse(caveat));
        }
        return macaroon;
    }

    static Grant granted(Verdict verdict) {
        assertThat(verdict).isInstanceOf(Verdict.Granted.class);
        return ((Verdict.Granted) verdict).grant();
    }

    static Verdict refused(Refusal reason) {
        return new Verdict.Refused(reason);
    }
}
