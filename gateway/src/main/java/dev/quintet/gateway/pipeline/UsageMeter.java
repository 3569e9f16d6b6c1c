package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.domain.usage.Counters;
import dev.quintet.gateway.domain.usage.UsageEvent.Counted;
import dev.quintet.gateway.domain.usage.UsageSnapshot;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts what requests used, for the tenant who sent them and the owner of what they were about. For any thread; never waits. */
@ApplicationScoped
public class UsageMeter {
    /** Past it names share one count: a hundred bytes each, ten megabytes in all. */
    private static final int NAMES_MAX = 100_000;

    private final Counters tenants = new Counters(NAMES_MAX);
    private final Counters owners = new Counters(NAMES_MAX);

    /**
     * Counts an answered request.
     *
     * @param owner whom storage named as the owner; null when the request was about nobody's content
     * @param bytesServed bytes of the answer's body
     * @param bytesStored bytes of the request's body if they were stored, otherwise 0
     */
    public void count(String tenant, @Nullable String owner, long bytesServed, long bytesStored) {
        tenants.add(tenant, bytesServed, bytesStored);
        if (owner != null && UsageSnapshot.isAccount(owner)) {
            owners.add(owner, bytesServed, bytesStored);
        }
    }

    /** What was counted since the last time, in pieces for the journal; each count is in exactly one of them. */
    List<Counted> drain() {
        return Counted.pieces(tenants.drain(), owners.drain());
    }

    /** Takes back what could not be kept. */
    void restore(Counted counts) {
        tenants.restore(counts.tenants());
        owners.restore(counts.owners());
    }
}
