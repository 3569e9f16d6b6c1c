package dev.quintet.gateway.domain.upstream;

import java.util.List;

/**
 * The addresses of one upstream. Picks the less loaded of two healthy ones chosen at random; when none is healthy it picks
 * among all, because then the news is more likely wrong than useful.
 */
public final class Endpoints {
    private final Endpoint[] endpoints;
    private long state;

    public Endpoints(List<Endpoint> endpoints, long seed) {
        this.endpoints = endpoints.toArray(Endpoint[]::new);
        this.state = seed | 1;
    }

    public Endpoint pick(long now) {
        if (endpoints.length == 1) {
            return endpoints[0];
        }
        int start = random(endpoints.length);
        int first = next(start, now);
        if (first < 0) {
            return endpoints[start];
        }
        int second = next(first + 1 + random(endpoints.length - 1), now);
        return endpoints[second].inflight() < endpoints[first].inflight() ? endpoints[second] : endpoints[first];
    }

    /** A healthy one other than the one that just failed, if there is any. */
    public Endpoint pickOther(Endpoint failed, long now) {
        Endpoint picked = pick(now);
        if (picked != failed) {
            return picked;
        }
        for (int i = 0; i < endpoints.length; i++) {
            if (endpoints[i] != failed && endpoints[i].healthy(now)) {
                return endpoints[i];
            }
        }
        return failed;
    }

    public int size() {
        return endpoints.length;
    }

    public Endpoint at(int index) {
        return endpoints[index];
    }

    /** Whether any address takes writes. */
    public boolean writeReady() {
        for (Endpoint endpoint : endpoints) {
            if (endpoint.writeReady()) {
                return true;
            }
        }
        return false;
    }

    /** The first healthy one from {@code start} on; -1 when there is none. */
    private int next(int start, long now) {
        for (int i = 0; i < endpoints.length; i++) {
            int at = (start + i) % endpoints.length;
            if (endpoints[at].healthy(now)) {
                return at;
            }
        }
        return -1;
    }

    /** xorshift64: the choice needs to be even, not secret. */
    private int random(int bound) {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
        return (int) Long.remainderUnsigned(state, bound);
    }
}
