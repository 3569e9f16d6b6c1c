package dev.quintet.shared.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ScopeFeatureTest {
    private final CapabilityGate gate =
            new CapabilityGate(Tokens.verifier(Tokens.KEY), Clock.systemUTC(), new SimpleMeterRegistry());
    private final ScopeFeature feature = new ScopeFeature(gate, new Capability(gate), new CurrentVertxRequest());
    private final AtomicInteger filters = new AtomicInteger();
    private final FeatureContext context = (FeatureContext) Proxy.newProxyInstance(
            FeatureContext.class.getClassLoader(), new Class<?>[] {FeatureContext.class}, (self, _, _) -> {
                filters.incrementAndGet();
                return self;
            });

    @Test
    void doesNotDeployAMutationThatForgotItsScope() {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> feature.configure(method("forgotten"), context))
                .withMessageContaining("forgotten()")
                .withMessageContaining("needs @RequiresScope");
    }

    @Test
    void guardsWhatAsksForItAndNothingElse() {
        feature.configure(method("read"), context);
        feature.configure(method("open"), context);
        assertThat(filters).hasValue(0);
        feature.configure(method("guarded"), context);
        assertThat(filters).hasValue(1);
        feature.configure(method("optional"), context);
        assertThat(filters).hasValue(2);
    }

    private static ResourceInfo method(String name) {
        Method found = Arrays.stream(Routes.class.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return new ResourceInfo() {
            @Override
            public Method getResourceMethod() {
                return found;
            }

            @Override
            public Class<?> getResourceClass() {
                return Routes.class;
            }
        };
    }

    static class Routes {
        @DELETE
        void forgotten() {}

        @GET
        void read() {}

        @GET
        @AcceptsToken
        void optional() {}

        @POST
        @Unguarded("a test")
        void open() {}

        @POST
        @RequiresScope("wallet:burn")
        void guarded() {}
    }
}
