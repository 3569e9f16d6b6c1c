package dev.quintet.shared.capability;

import dev.quintet.shared.capability.token.Grant;
import dev.quintet.shared.capability.token.Refusal;
import jakarta.enterprise.context.RequestScoped;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the current request's verified token allows. The route's scope was checked before the resource runs; which
 * tenant, account or asset the request is about only the resource knows, so it asks here. Read it in the resource and
 * pass values on.
 */
@RequestScoped
public class Capability {
    private final CapabilityGate gate;
    private @Nullable Grant grant;

    Capability(CapabilityGate gate) {
        this.gate = gate;
    }

    void hold(Grant verified) {
        grant = verified;
    }

    /** False also when the request came without a token. */
    public boolean allows(String scope) {
        return grant != null && grant.allows(scope);
    }

    /** The one tenant the token is restricted to. */
    public Optional<String> tenant() {
        return grant == null ? Optional.empty() : grant.tenant();
    }

    public Optional<String> account() {
        return grant == null ? Optional.empty() : grant.account();
    }

    public Optional<String> asset() {
        return grant == null ? Optional.empty() : grant.asset();
    }

    /** Names the token in audit lines; no secret. */
    public Optional<String> tokenId() {
        return grant == null ? Optional.empty() : Optional.of(grant.tokenId());
    }

    /** 403 unless the token carries {@code scope}; 401 without a token, as for all of these. */
    public void require(String scope) {
        require(held -> held.allows(scope), Refusal.SCOPE);
    }

    public void requireTenant(String tenant) {
        require(held -> held.allowsTenant(tenant), Refusal.TENANT);
    }

    public void requireAccount(String account) {
        require(held -> held.allowsAccount(account), Refusal.ACCOUNT);
    }

    public void requireAsset(String asset) {
        require(held -> held.allowsAsset(asset), Refusal.ASSET);
    }

    private void require(Predicate<Grant> condition, Refusal otherwise) {
        if (grant == null) {
            throw gate.refuse(Refusal.MISSING);
        }
        if (!condition.test(grant)) {
            throw gate.refuse(otherwise);
        }
    }
}
