package dev.quintet.shared.capability;

import static dev.quintet.shared.capability.Tokens.KEY;
import static dev.quintet.shared.capability.Tokens.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.capability.token.Caveat;
import dev.quintet.shared.capability.token.Grant;
import dev.quintet.shared.capability.token.Macaroon;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Small alphabets on purpose: tokens and requests must meet often enough to be granted. */
class AttenuationProperties {
    private final CapabilityVerifier verifier = Tokens.verifier(KEY);

    @Property
    void attenuationNeverWidens(
            @ForAll("caveats") List<Caveat> before,
            @ForAll("caveats") List<Caveat> added,
            @ForAll("requests") Request request) {
        // Given
        Macaroon wide = attenuated(Macaroon.mint(KEY), before);
        Macaroon narrow = attenuated(Macaroon.parse(wide.serialize()), added);

        // Then
        if (permits(narrow, request)) {
            assertThat(permits(wide, request)).isTrue();
        }
    }

    @Property
    void permitsExactlyWhatEachCaveatAlonePermits(
            @ForAll("caveats") List<Caveat> caveats, @ForAll("requests") Request request) {
        // Given
        boolean each = caveats.stream().allMatch(c -> permits(attenuated(Macaroon.mint(KEY), List.of(c)), request));

        // Then
        assertThat(permits(attenuated(Macaroon.mint(KEY), caveats), request)).isEqualTo(each);
    }

    @Property
    void caveatsReadBackAsTheyWereWritten(@ForAll("caveats") List<Caveat> caveats) {
        for (Caveat caveat : caveats) {
            assertThat(Caveat.parse(caveat.text())).isEqualTo(caveat);
        }
    }

    private boolean permits(Macaroon token, Request request) {
        return switch (verifier.verify(token.serialize(), request.path, request.at)) {
            case Verdict.Refused _ -> false;
            case Verdict.Granted(Grant grant) ->
                grant.allows(request.scope)
                        && grant.allowsTenant(request.tenant)
                        && grant.allowsAccount(request.account)
                        && grant.allowsAsset(request.asset);
        };
    }

    private static Macaroon attenuated(Macaroon token, List<Caveat> caveats) {
        Macaroon narrower = token;
        for (Caveat caveat : caveats) {
            narrower = narrower.attenuate(caveat);
        }
        return narrower;
    }

    @Provide
    Arbitrary<List<Caveat>> caveats() {
        Arbitrary<Caveat> caveat = Arbitraries.oneOf(
                scopes().set().ofMinSize(1).ofMaxSize(3).map((Set<String> set) -> new Caveat.ScopeIn(set)),
                names().map(Caveat.TenantIs::new),
                names().map(Caveat.AccountIs::new),
                names().map(Caveat.AssetIs::new),
                Arbitraries.of("/", "/v1", "/v1/a", "/v2").map(Caveat.PathPrefix::new),
                moments().map(Caveat.Before::new));
        return caveat.list().ofMaxSize(5);
    }

    @Provide
    Arbitrary<Request> requests() {
        Arbitrary<String> paths =
                Arbitraries.of("/v1", "/v1/a", "/v1/a/b", "/v10", "/v2", "/v1/../v2", "/v1//a", "/%761");
        return Combinators.combine(scopes(), names(), names(), names(), paths, moments())
                .as(Request::new);
    }

    private static Arbitrary<String> scopes() {
        return Arbitraries.of("wallet:read", "wallet:burn", "wallet:hold");
    }

    private static Arbitrary<String> names() {
        return Arbitraries.of("a", "b");
    }

    private static Arbitrary<Instant> moments() {
        return Arbitraries.integers().between(-3, 3).map(seconds -> NOW.plus(Duration.ofSeconds(seconds)));
    }

    record Request(String scope, String tenant, String account, String asset, String path, Instant at) {}
}
