package dev.quintet.gateway.domain.usage;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts per name since the last look; for any number of threads, without a lock on the way of a request. Each count is
 * seen by exactly one {@link #drain}. At most {@code namesMax} names; the rest is counted under {@link #OTHER}.
 */
public final class Counters {
    public static final String OTHER = "other";

    private static final long RETIRED = Long.MIN_VALUE / 2;

    private final ConcurrentHashMap<String, Counter> counters = new ConcurrentHashMap<>();
    private final int namesMax;

    public Counters(int namesMax) {
        this.namesMax = namesMax;
    }

    /** One request. */
    public void add(String name, long bytesServed, long bytesStored) {
        add(name, 1, bytesServed, bytesStored);
    }

    /** What was counted since the last drain. Names without a count in between are forgotten. */
    public List<Tally> drain() {
        var tallies = new ArrayList<Tally>();
        counters.forEach((name, counter) -> {
            long requests = counter.requests.getAndSet(0);
            long served = counter.bytesServed.getAndSet(0);
            long stored = counter.bytesStored.getAndSet(0);
            if (requests + served + stored > 0) {
                tallies.add(new Tally(name, requests, served, stored));
                counter.idle = 0;
            } else if (++counter.idle > IDLE_DRAINS && counter.requests.compareAndSet(0, RETIRED)) {
                counters.remove(name, counter);
            }
        });
        return tallies;
    }

    // A request that found the counter and has not added its bytes yet has until then to do so.
    private static final int IDLE_DRAINS = 60;

    /** Gives back what could not be kept. */
    public void restore(List<Tally> tallies) {
        tallies.forEach(tally -> add(tally.name(), tally.requests(), tally.bytesServed(), tally.bytesStored()));
    }

    private void add(String name, long requests, long bytesServed, long bytesStored) {
        while (true) {
            Counter counter = counters.get(name);
            if (counter == null) {
                String counted = counters.size() < namesMax ? name : OTHER;
                counter = counters.computeIfAbsent(counted, _ -> new Counter());
            }
            // One that was just retired takes no more: look again, and find or make another.
            if (counter.requests.getAndAdd(requests) >= 0) {
                counter.bytesServed.addAndGet(bytesServed);
                counter.bytesStored.addAndGet(bytesStored);
                return;
            }
            counters.remove(name, counter);
        }
    }

    private static final class Counter {
        private final AtomicLong requests = new AtomicLong();
        private final AtomicLong bytesServed = new AtomicLong();
        private final AtomicLong bytesStored = new AtomicLong();
        private int idle; // Only the one who drains looks at it.
    }
}
