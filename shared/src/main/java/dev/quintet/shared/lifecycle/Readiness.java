package dev.quintet.shared.lifecycle;

import dev.quintet.shared.metrics.MetricNames;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;

/**
 * Whether traffic should come here, and if not, why. Ready while no cause is down; {@code readyz_degraded{cause}} is 1 for
 * each that is. Causes are labels: at most 64 different ones in the life of a process, in lower case.
 */
@ApplicationScoped
public class Readiness {
    static final int CAUSES_MAX = 64;

    private static final Pattern CAUSE = Pattern.compile("[a-z][a-z0-9_]{0,63}");

    private final MeterRegistry meters;
    private final Map<String, Scope> down = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<String> known = new TreeSet<>(); // guarded by lock

    public Readiness(MeterRegistry meters) {
        this.meters = meters;
    }

    /** Idempotent; a cause that is down already gets the new scope. */
    public void down(String cause, Scope scope) {
        introduce(cause);
        down.put(cause, scope);
    }

    /** Idempotent. */
    public void up(String cause) {
        down.remove(cause);
    }

    public boolean readReady() {
        return !down.containsValue(Scope.READS);
    }

    public boolean writeReady() {
        return down.isEmpty();
    }

    /** The causes that are down, sorted. */
    public Set<String> causes() {
        return new TreeMap<>(down).keySet();
    }

    private void introduce(String cause) {
        if (!CAUSE.matcher(cause).matches()) {
            throw new IllegalArgumentException("cause '" + cause + "' is not " + CAUSE);
        }
        lock.lock();
        try {
            if (known.contains(cause)) {
                return;
            }
            if (known.size() == CAUSES_MAX) {
                throw new IllegalStateException("more than " + CAUSES_MAX + " causes: " + cause);
            }
            known.add(cause);
        } finally {
            lock.unlock();
        }
        Gauge.builder(MetricNames.READYZ_DEGRADED, down, causes -> causes.containsKey(cause) ? 1 : 0)
                .description("1 while this cause keeps the process from being ready.")
                .tag(MetricNames.CAUSE, cause)
                .register(meters);
    }
}
