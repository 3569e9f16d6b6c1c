package dev.quintet.shared.capability.token;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a genuine token permits: everything that each of its caveats permits. Adding a caveat can therefore only narrow
 * it. {@code tokenId} names the token in audit lines; it is no secret.
 */
public record Grant(String tokenId, List<Caveat> caveats) {

    public Grant {
        caveats = List.copyOf(caveats);
    }

    /** Whether every scope caveat lists {@code scope}; a token without one is not restricted to any. */
    public boolean allows(String scope) {
        return caveats.stream()
                .allMatch(c -> !(c instanceof Caveat.ScopeIn in) || in.scopes().contains(scope));
    }

    public boolean allowsTenant(String tenant) {
        return tenant().map(tenant::equals).orElse(true);
    }

    public boolean allowsAccount(String account) {
        return account().map(account::equals).orElse(true);
    }

    public boolean allowsAsset(String asset) {
        return asset().map(asset::equals).orElse(true);
    }

    /** The one tenant this token is restricted to, if any. */
    public Optional<String> tenant() {
        return first(c -> c instanceof Caveat.TenantIs is ? is.tenant() : null);
    }

    public Optional<String> account() {
        return first(c -> c instanceof Caveat.AccountIs is ? is.account() : null);
    }

    public Optional<String> asset() {
        return first(c -> c instanceof Caveat.AssetIs is ? is.asset() : null);
    }

    /** The first reason why this grant does not cover a request to {@code rawPath} at {@code now}. */
    public Optional<Refusal> refusal(String rawPath, Instant now) {
        Optional<Refusal> found = Optional.empty();
        for (Caveat caveat : caveats) {
            Optional<Refusal> refusal = refusal(caveat, rawPath, now);
            // An expired token is useless whatever else is wrong with it, so that answer goes first.
            if (refusal.isPresent() && (found.isEmpty() || refusal.get() == Refusal.EXPIRED)) {
                found = refusal;
            }
        }
        return found;
    }

    private Optional<Refusal> refusal(Caveat caveat, String rawPath, Instant now) {
        return switch (caveat) {
            case Caveat.Before(Instant end) -> refuseUnless(now.isBefore(end), Refusal.EXPIRED);
            case Caveat.PathPrefix(String prefix) -> refuseUnless(RequestPath.isUnder(prefix, rawPath), Refusal.PATH);
            case Caveat.TenantIs(String tenant) -> refuseUnless(allowsTenant(tenant), Refusal.CONTRADICTION);
            case Caveat.AccountIs(String account) -> refuseUnless(allowsAccount(account), Refusal.CONTRADICTION);
            case Caveat.AssetIs(String asset) -> refuseUnless(allowsAsset(asset), Refusal.CONTRADICTION);
            case Caveat.ScopeIn _ -> Optional.empty();
        };
    }

    private static Optional<Refusal> refuseUnless(boolean holds, Refusal refusal) {
        return holds ? Optional.empty() : Optional.of(refusal);
    }

    private Optional<String> first(Function<Caveat, @Nullable String> value) {
        for (Caveat caveat : caveats) {
            String found = value.apply(caveat);
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }
}
