package dev.quintet.shared.flow;

import java.util.ArrayList;
import java.util.List;

/**
 * One bounded queue with a lane for each kind of work, so that a flood of one kind cannot starve the others: each lane has
 * its own share of the capacity and its own consumer, and refuses what does not fit into it. Everything else, from order to
 * shutdown, is a {@link BoundedChannel}'s, lane by lane.
 */
public final class LanedChannel<T> implements Channel {
    private final String name;
    private final List<BoundedChannel<T>> lanes;

    /** For {@link ChannelRegistry} and tests; the first lanes have one more where the capacity does not divide. */
    public LanedChannel(String name, int capacity, int lanes) {
        if (lanes < 1 || capacity < lanes) {
            throw new IllegalArgumentException("channel '" + name + "' needs room for one item in each lane");
        }
        this.name = name;
        var shares = new ArrayList<BoundedChannel<T>>();
        for (int i = 0; i < lanes; i++) {
            shares.add(new BoundedChannel<>(name, capacity / lanes + (i < capacity % lanes ? 1 : 0)));
        }
        this.lanes = List.copyOf(shares);
    }

    /** To offer to and to consume from. */
    public BoundedChannel<T> lane(int index) {
        return lanes.get(index);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int capacity() {
        return lanes.stream().mapToInt(BoundedChannel::capacity).sum();
    }

    @Override
    public int depth() {
        return lanes.stream().mapToInt(BoundedChannel::depth).sum();
    }

    @Override
    public long taken() {
        return lanes.stream().mapToLong(BoundedChannel::taken).sum();
    }

    /** Offers refused because their lane had no room. */
    public long dropped() {
        return lanes.stream().mapToLong(BoundedChannel::dropped).sum();
    }

    /** Calls of a handler that threw. */
    public long failed() {
        return lanes.stream().mapToLong(BoundedChannel::failed).sum();
    }

    /** Accepted items that were taken back. */
    public long aborted() {
        return lanes.stream().mapToLong(BoundedChannel::aborted).sum();
    }

    @Override
    public void close() {
        lanes.forEach(BoundedChannel::close);
    }

    @Override
    public List<T> abort() {
        return lanes.stream().flatMap(lane -> lane.abort().stream()).toList();
    }
}
