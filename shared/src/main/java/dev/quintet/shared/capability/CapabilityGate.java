package dev.quintet.shared.capability;

import dev.quintet.shared.capability.token.Grant;
import dev.quintet.shared.capability.token.Refusal;
import dev.quintet.shared.error.CommonError;
import dev.quintet.shared.error.ServiceException;
import dev.quintet.shared.metrics.MetricNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import java.util.Locale;

/**
 * Turns an {@code Authorization} header into a grant or a counted refusal; for filters, and for routes outside JAX-RS.
 */
@ApplicationScoped
public class CapabilityGate {
    private static final String SCHEME = "bearer ";

    private final CapabilityVerifier verifier;
    private final Clock clock;
    private final Counter unauthorized;
    private final Counter forbidden;

    public CapabilityGate(CapabilityVerifier verifier, Clock clock, MeterRegistry meters) {
        this.verifier = verifier;
        this.clock = clock;
        this.unauthorized = rejected(meters, CommonError.UNAUTHORIZED);
        this.forbidden = rejected(meters, CommonError.FORBIDDEN);
    }

    /** {@code authorization} is every value of the header; {@code rawPath} as for {@link CapabilityVerifier#verify}. */
    public Grant admit(List<String> authorization, String rawPath) {
        String token = token(authorization);
        return switch (verifier.verify(token, rawPath, clock.instant())) {
            case Verdict.Granted(Grant grant) -> grant;
            case Verdict.Refused(Refusal reason) -> throw refuse(reason);
        };
    }

    /** Counts the refusal and answers the exception to throw for it. */
    public ServiceException refuse(Refusal reason) {
        (reason.code() == CommonError.FORBIDDEN ? forbidden : unauthorized).increment();
        return reason.toException();
    }

    private String token(List<String> authorization) {
        if (authorization.isEmpty()) {
            throw refuse(Refusal.MISSING);
        }
        String value = authorization.getFirst();
        // Two headers could mean two things to two hops.
        if (authorization.size() > 1 || !value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw refuse(Refusal.MALFORMED);
        }
        return value.substring(SCHEME.length()).strip();
    }

    private static Counter rejected(MeterRegistry meters, CommonError code) {
        return Counter.builder(MetricNames.REJECTED)
                .tag(MetricNames.REASON, code.name().toLowerCase(Locale.ROOT))
                .register(meters);
    }
}
