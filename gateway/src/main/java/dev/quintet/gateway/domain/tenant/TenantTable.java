package dev.quintet.gateway.domain.tenant;

import dev.quintet.gateway.domain.drr.FairQueue;
import dev.quintet.gateway.domain.drr.Flow;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All tenants the gateway knows at the moment, in bounded memory. Named ones (from verified tokens) have a place each; when
 * all places are taken, an idle one with a full bucket is forgotten, and if none is found the newcomer shares a shard.
 * Anonymous callers share a fixed number of shards: each address is dealt a hand of them, by a secret hash, and uses
 * the one with the shortest queue. A flood from one address fills at most its hand, and two addresses seldom hold the same.
 */
public final class TenantTable {
    /** Shards per address: with 256 shards two addresses share all four with odds of 1 in 175 million. */
    static final int HAND = 4;
    /** What all shards are counted as. */
    public static final String ANONYMOUS = "anon";

    private static final int LOOKED_AT = 8;

    private final Map<String, Tenant> named;
    private final Tenant[] places;
    private final Tenant[] shards;
    private final AnonymousBuckets buckets;
    private final FairQueue[] queues;
    private final long secret;
    private Settings settings;
    private int used;
    private int hand;

    /** What an operator may change at any time. */
    public record Settings(RateLimit rate, int defaultQuantum, Map<String, Integer> quanta) {
        public Settings {
            quanta = Map.copyOf(quanta);
        }
    }

    /** How much there is room for. */
    public record Sizes(int tenants, int shards, int addresses) {
        public Sizes {
            if (tenants < 1 || shards < HAND || addresses < 1) {
                throw new IllegalArgumentException("a table without room");
            }
        }
    }

    /** A table for the {@code queues} in front of the upstreams, by their index. */
    public TenantTable(FairQueue[] queues, Sizes sizes, Settings settings, long secret) {
        this.queues = queues.clone();
        this.settings = settings;
        this.secret = secret;
        this.named = HashMap.newHashMap(sizes.tenants());
        this.places = new Tenant[sizes.tenants()];
        this.buckets = new AnonymousBuckets(sizes.addresses());
        this.shards = new Tenant[sizes.shards()];
        for (int i = 0; i < shards.length; i++) {
            shards[i] = new Tenant(ANONYMOUS, true, settings.defaultQuantum(), queues.length);
        }
    }

    /** New rates and weights, for everybody at once. */
    public void settings(Settings changed) {
        settings = changed;
        for (Tenant shard : shards) {
            shard.quantum(changed.defaultQuantum());
        }
        for (int i = 0; i < used; i++) {
            places[i].quantum(quantum(places[i].name()));
        }
    }

    public RateLimit rate() {
        return settings.rate();
    }

    /** The tenant of a verified token. */
    public Tenant named(String name, int upstream, long now) {
        Tenant known = named.get(name);
        if (known != null) {
            return known;
        }
        int place = used < places.length ? used++ : idlePlace(now);
        if (place < 0) {
            return shard(mix(name.hashCode() ^ secret), upstream);
        }
        var tenant = new Tenant(name, false, quantum(name), queues.length);
        places[place] = tenant;
        named.put(name, tenant);
        return tenant;
    }

    /** Names an address in the calls below; to be kept with the connection. IPv6 counts by its /64. */
    public long key(byte[] address) {
        long key = secret;
        int significant = address.length == 16 ? 8 : address.length;
        for (int i = 0; i < significant; i++) {
            key = mix(key ^ (address[i] & 0xffL) + 1);
        }
        return key == 0 ? 1 : key;
    }

    /** The shard that an anonymous request of this address goes to now. */
    public Tenant shard(long key, int upstream) {
        long cards = key;
        Tenant shortest = shards[(int) Long.remainderUnsigned(cards, shards.length)];
        for (int i = 1; i < HAND; i++) {
            cards = mix(cards);
            Tenant card = shards[(int) Long.remainderUnsigned(cards, shards.length)];
            if (card.waiting(upstream) < shortest.waiting(upstream)) {
                shortest = card;
            }
        }
        return shortest;
    }

    /** The rate limit of an anonymous address. */
    public TokenBucket bucket(long key, long now) {
        return buckets.of(key, settings.rate(), now);
    }

    /** Named tenants known now; for sampling. */
    public int size() {
        return used;
    }

    /** By place, below {@link #size}. */
    public Tenant at(int place) {
        return places[place];
    }

    /** By index, below {@link #shardCount}. */
    public Tenant shardAt(int index) {
        return shards[index];
    }

    public int shardCount() {
        return shards.length;
    }

    /** Looks at a few places where the last search ended, so that a full table of busy tenants costs little per newcomer. */
    private int idlePlace(long now) {
        for (int i = 0; i < LOOKED_AT; i++) {
            hand = hand + 1 == places.length ? 0 : hand + 1;
            Tenant tenant = places[hand];
            if (tenant.idle() && tenant.bucket().full(settings.rate(), now)) {
                forget(tenant);
                return hand;
            }
        }
        return -1;
    }

    private void forget(Tenant tenant) {
        named.remove(tenant.name());
        for (int i = 0; i < queues.length; i++) {
            @Nullable Flow flow = tenant.knownFlow(i);
            if (flow != null) {
                queues[i].forget(flow);
            }
        }
    }

    private int quantum(String name) {
        return settings.quanta().getOrDefault(name, settings.defaultQuantum());
    }

    /** The finalizer of SplitMix64: every bit of the input moves every bit of the output. */
    private static long mix(long value) {
        long mixed = value + 0x9e3779b97f4a7c15L;
        mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }
}
