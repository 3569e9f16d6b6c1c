package dev.quintet.storage.api;

import dev.quintet.shared.capability.Capability;
import dev.quintet.shared.capability.CapabilityVerifier;
import dev.quintet.shared.capability.Verdict;
import io.vertx.core.http.HttpServerRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;

/**
 * Who is told an object's owner: a caller whose token has the scope, or one behind a service that shows a token of its own with
 * it beside the caller's (ADR-0030). That second token is used for nothing else, and a bad one is as good as none.
 */
@ApplicationScoped
class OwnerAudience {
    static final String SERVICE_TOKEN = "Quintet-Service-Token";

    private static final String SCOPE = "storage:owner";

    private final CapabilityVerifier verifier;
    private final Clock clock;

    OwnerAudience(CapabilityVerifier verifier, Clock clock) {
        this.verifier = verifier;
        this.clock = clock;
    }

    boolean includes(Capability caller, HttpServerRequest request) {
        if (caller.allows(SCOPE)) {
            return true;
        }
        String token = request.getHeader(SERVICE_TOKEN);
        return token != null
                && verifier.verify(token, request.path(), clock.instant()) instanceof Verdict.Granted(var grant)
                && grant.allows(SCOPE);
    }
}
