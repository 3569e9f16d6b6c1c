package dev.quintet.shared.capability;

import dev.quintet.shared.capability.token.Grant;
import dev.quintet.shared.capability.token.Refusal;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import jakarta.annotation.Priority;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Puts the token check before each resource method that asks for one, and refuses to start an application with a
 * mutating method that does not. Quarkus calls it during static initialisation: a native image is not even built.
 */
@Provider
public class ScopeFeature implements DynamicFeature {
    private static final Set<String> READS = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

    private final CapabilityGate gate;
    private final Capability capability;
    private final CurrentVertxRequest request;

    ScopeFeature(CapabilityGate gate, Capability capability, CurrentVertxRequest request) {
        this.gate = gate;
        this.capability = capability;
        this.request = request;
    }

    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
        Method method = resource.getResourceMethod();
        RequiresScope scope = method.getAnnotation(RequiresScope.class);
        if (scope != null) {
            context.register(new TokenFilter(List.of(scope.value()), false));
        } else if (isMutation(method) && !isUnguarded(resource)) {
            throw new IllegalStateException(
                    method + " changes something and needs @RequiresScope (or @Unguarded with a reason)");
        } else if (method.isAnnotationPresent(AcceptsToken.class)) {
            context.register(new TokenFilter(List.of(), true));
        }
    }

    private static boolean isUnguarded(ResourceInfo resource) {
        return resource.getResourceMethod().isAnnotationPresent(Unguarded.class)
                || resource.getResourceClass().isAnnotationPresent(Unguarded.class);
    }

    private static boolean isMutation(Method method) {
        return Arrays.stream(method.getAnnotations())
                .map(Annotation::annotationType)
                .map(type -> type.getAnnotation(HttpMethod.class))
                .anyMatch(http -> http != null && !READS.contains(http.value()));
    }

    /** Pure computation, so it may run on an event loop and does where the resource does. */
    @Priority(Priorities.AUTHENTICATION)
    private final class TokenFilter implements ContainerRequestFilter {
        private final List<String> scopes;
        private final boolean optional;

        TokenFilter(List<String> scopes, boolean optional) {
            this.scopes = scopes;
            this.optional = optional;
        }

        @Override
        public void filter(ContainerRequestContext context) {
            List<String> authorization = context.getHeaders().getOrDefault(HttpHeaders.AUTHORIZATION, List.of());
            if (optional && authorization.isEmpty()) {
                return;
            }
            Grant grant =
                    gate.admit(authorization, request.getCurrent().request().path());
            if (!scopes.isEmpty() && scopes.stream().noneMatch(grant::allows)) {
                throw gate.refuse(Refusal.SCOPE);
            }
            capability.hold(grant);
        }
    }
}
