package dev.quintet.gateway.domain.tenant;

import dev.quintet.gateway.domain.drr.Flow;
import org.jspecify.annotations.Nullable;

/** Who requests belong to: a customer known by name, or one of the shards that anonymous callers share. */
public final class Tenant {
    private final String name;
    private final boolean shard;
    private final TokenBucket bucket = new TokenBucket();
    private final @Nullable Flow[] flows;
    private int quantum;

    Tenant(String name, boolean shard, int quantum, int upstreams) {
        this.name = name;
        this.shard = shard;
        this.quantum = quantum;
        this.flows = new Flow[upstreams];
    }

    /** What usage is counted under; {@code anon} for all shards together. */
    public String name() {
        return name;
    }

    /** Whether several callers share it. Their rate is then limited per address, not here. */
    public boolean shard() {
        return shard;
    }

    public TokenBucket bucket() {
        return bucket;
    }

    /** Its queue in front of one upstream. */
    public Flow flow(int upstream) {
        Flow flow = flows[upstream];
        if (flow == null) {
            flow = new Flow(quantum);
            flows[upstream] = flow;
        }
        return flow;
    }

    /** Its queue in front of one upstream, if it was ever there. */
    public @Nullable Flow knownFlow(int upstream) {
        return flows[upstream];
    }

    public int quantum() {
        return quantum;
    }

    int waiting(int upstream) {
        Flow flow = flows[upstream];
        return flow == null ? 0 : flow.waiting();
    }

    void quantum(int units) {
        quantum = units;
        for (Flow flow : flows) {
            if (flow != null) {
                flow.quantum(units);
            }
        }
    }

    boolean idle() {
        for (Flow flow : flows) {
            if (flow != null && !flow.idle()) {
                return false;
            }
        }
        return true;
    }
}
