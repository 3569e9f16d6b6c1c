package dev.quintet.tools.bench;

import java.util.List;
import java.util.function.Consumer;

/** The kit's queue against the JDK's. */
final class ChannelSuite implements Suite {
    @Override
    public String name() {
        return "channel";
    }

    @Override
    public String question() {
        return "From offer to handler through a channel of 1,024 items with one worker on a virtual thread: one producer as fast"
                + " as it can (busy), and one item at a time with an answer (idle); bytes are those of all threads.";
    }

    @Override
    public List<Contestant> contestants(Consumer<String> say) {
        return List.of(
                new Contestant("BoundedChannel", ChannelBench::channel),
                new Contestant("ArrayBlockingQueue + parked virtual thread", ChannelBench::blockingQueue));
    }
}
