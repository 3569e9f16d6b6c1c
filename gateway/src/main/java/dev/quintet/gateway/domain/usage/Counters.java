package dev.quintet.gateway.domain.usage;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts per name since the last look, for any number of threads. A count is one immutable tally that is replaced or
 * taken away as a whole, so each is seen by exactly one {@link #drain}. At most {@code namesMax} names; the rest is
 * counted under {@link #OTHER}.
 */
public final class Counters {
    public static final String OTHER = "other";

    private final ConcurrentHashMap<String, Tally> counters = new ConcurrentHashMap<>();
    private final int namesMax;

    public Counters(int namesMax) {
        this.namesMax = namesMax;
    }

    /** One request. */
    public void add(String name, long bytesServed, long bytesStored) {
        add(new Tally(name, 1, bytesServed, bytesStored));
    }

    /** What was counted since the last drain. */
    public List<Tally> drain() {
        var tallies = new ArrayList<Tally>();
        for (String name : counters.keySet()) {
            Tally taken = counters.remove(name);
            if (taken != null) {
                tallies.add(taken);
            }
        }
        return tallies;
    }

    /** Gives back what could not be kept. */
    public void restore(List<Tally> tallies) {
        tallies.forEach(this::add);
    }

    private void add(Tally more) {
        String name = counters.size() < namesMax || counters.containsKey(more.name()) ? more.name() : OTHER;
        Tally named = new Tally(name, more.requests(), more.bytesServed(), more.bytesStored());
        counters.merge(name, named, Tally::plus);
    }
}
